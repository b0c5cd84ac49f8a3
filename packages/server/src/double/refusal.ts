/** Refusals of the operations below `/double`, which are no operations of the API. */

/** A refusal with its status; the message says what to do. */
export class DoubleRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
