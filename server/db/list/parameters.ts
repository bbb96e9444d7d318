/** Collects the parameters of a statement. The client is always `$1`. */
export class Parameters {
  readonly values: unknown[];

  constructor(clientId: number) {
    this.values = [clientId];
  }

  /** Adds a value. @returns its placeholder, e.g. `$2` */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
