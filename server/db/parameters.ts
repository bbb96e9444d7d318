/** Collects the values of a statement's parameters. The first is the client, which every statement names as `$1`. */
export class Parameters {
  readonly values: unknown[];

  constructor(clientId: number) {
    this.values = [clientId];
  }

  /** @returns the parameter that stands for the value in the statement's text */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
