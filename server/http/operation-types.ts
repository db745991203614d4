/** What openapi-typescript makes of an operation: bodies, parameters and results of its handler. */

/** The chat has JSON of the range `application/*` beside its stream. */
type JsonOf<Content> = Content extends { 'application/json': infer Json } | { 'application/*': infer Json }
  ? Json
  : never;
type SuccessStatus = 200 | 201 | 202 | 204;

/** The JSON request body of an operation. */
export type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? JsonOf<Content>
  : undefined;

type None = Readonly<Record<string, never>>;
type GivenOr<Parameters> = [Parameters] extends [never] ? None : Parameters;

/** The query parameters of an operation. */
export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? GivenOr<NonNullable<Query>>
  : None;

/** The path parameters of an operation. */
export type PathOf<Operation> = Operation extends { parameters: { path?: infer Path } }
  ? GivenOr<NonNullable<Path>>
  : None;

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

/** A response with a success status of the operation; 204 has no body. Failures are thrown as ServiceError. */
export type ResultOf<Operation> = {
  readonly [Status in keyof ResponsesOf<Operation> & SuccessStatus]: {
    readonly status: Status;
    readonly body: ResponsesOf<Operation>[Status] extends { content: infer Content }
      ? JsonOf<Content>
      : undefined;
    readonly headers?: Readonly<Record<string, string | string[]>>;
  };
}[keyof ResponsesOf<Operation> & SuccessStatus];
