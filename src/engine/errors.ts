/** An error that the caller can act on: a stable code and a message that names the way out. */
export class SoniError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SoniError";
    this.code = code;
  }
}
