/** The limits of the sender. */

/** Seconds for an attempt: from the beginning of the request to the end of the answer. */
export const ATTEMPT_SECONDS = 15;
/** Seconds of an attempt within which the connection must be open and encrypted. */
export const CONNECT_SECONDS = 10;
/** Requests to one endpoint at a time. */
export const MAX_REQUESTS_OF_ENDPOINT = 8;
/** While so many requests run, each endpoint gets one at a time, so that slow endpoints leave room for the others. */
export const MANY_REQUESTS = 1000;
/** Endpoints to which one process sends. */
export const MAX_ENDPOINTS = 1000;
/** Endpoints that one process leases at a time, so that the processes share them. */
export const ENDPOINTS_AT_A_TIME = 100;
/** Bytes of the body of an answer that are kept. */
export const ANSWER_BYTES = 16_384;
/** Headers of an answer that are kept, and characters of each. */
export const [ANSWER_HEADERS, ANSWER_HEADER_CHARACTERS] = [50, 1024];
/** Milliseconds for which a stop waits for running requests. */
export const DRAIN_MILLISECONDS = 5000;
