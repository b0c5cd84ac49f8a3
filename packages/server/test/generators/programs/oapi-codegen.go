// Prints the name of each task, by the client that oapi-codegen makes. Arguments: the address of the server and a token.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	millrace "github.com/millrace/client"
)

func main() {
	signed := millrace.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	})
	client, err := millrace.NewClientWithResponses(os.Args[1], signed)
	if err != nil {
		log.Fatal(err)
	}
	limit := int32(50)
	answer, err := client.ListTasksWithResponse(context.Background(), &millrace.ListTasksParams{Limit: &limit})
	if err != nil || answer.JSON200 == nil {
		log.Fatal(err, answer)
	}
	for _, task := range answer.JSON200.Items {
		fmt.Println(task.Name)
	}
}
