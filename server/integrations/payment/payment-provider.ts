/** What a sender is to pay at the provider's. */
export interface Checkout {
  /** Our id of the payment; the provider hands it back with everything that it tells. */
  reference: string;
  /** What the payer reads. */
  title: string;
  amountCents: number;
}

/** Where it is paid. */
export interface CreatedCheckout {
  preferenceId: string;
  initPoint: string;
}

/** One attempt to pay, as the provider tells it. */
export interface ProviderPayment {
  id: string;
  /** The reference of its checkout; empty when it has none. */
  reference: string;
  /** The provider's own word: `approved`, `pending`, `in_process`, `rejected`, `refunded`, … */
  status: string;
  amountCents: number;
  /** ISO 4217. */
  currency: string;
  /** When it last changed, by the provider's clock. */
  changedAt: Date;
}

/** What a notification says of itself, before anything of it is believed. */
export interface Notification {
  /** Of the address: `data.id`, `type`. */
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
}

/**
 * The port to the outside payment provider (docs/decisions/0014). Every method but `hasValidSignature` may take five seconds and
 * refuses to work inside a transaction.
 *
 * @throws PaymentProviderError when there is no usable answer: the same may be asked again later
 */
export interface PaymentProvider {
  /** Hosts that a sender may be sent to (readings S13); subdomains count. */
  readonly hosts: readonly string[];
  /** Begins a checkout. The same reference begins the same one again. */
  begin(checkout: Checkout): Promise<CreatedCheckout>;
  /** Ends a checkout, so that nobody can pay there any more. One that has ended already is no trouble. */
  expire(preferenceId: string): Promise<void>;
  /** One attempt; null when the provider doesn't know it. */
  payment(id: string): Promise<ProviderPayment | null>;
  /** All attempts to pay what a reference names. */
  paymentsOf(reference: string): Promise<ProviderPayment[]>;
  /** Whether a notification bears the provider's signature. */
  hasValidSignature(notification: Notification): boolean;
}

/** The provider gave no usable answer. Its text is for the log: a sender reads a sentence of ours. */
export class PaymentProviderError extends Error {
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`the payment provider gave no usable answer: ${code}`, { cause });
    this.name = 'PaymentProviderError';
    this.code = code;
  }
}
