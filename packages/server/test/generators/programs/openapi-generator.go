// Prints the name of each task, by the client that openapi-generator makes. Arguments: the address of the server and a token.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	millrace "github.com/millrace/client"
)

func main() {
	configuration := millrace.NewConfiguration()
	configuration.Servers = millrace.ServerConfigurations{{URL: os.Args[1]}}
	caller := context.WithValue(context.Background(), millrace.ContextAccessToken, os.Args[2])
	page, _, err := millrace.NewAPIClient(configuration).TasksAPI.ListTasks(caller).Limit(50).Execute()
	if err != nil {
		log.Fatal(err)
	}
	for _, task := range page.Items {
		fmt.Println(task.GetName())
	}
}
