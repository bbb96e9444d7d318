/** A checkout to be created at the payment provider. */
export interface Checkout {
  /** The payment's id, which the provider returns with every attempt and webhook. */
  reference: string;
  /** Title that the payer reads. */
  title: string;
  amountCents: number;
}

/** A created checkout: its id at the provider, and the URL where the payer pays. */
export interface CreatedCheckout {
  preferenceId: string;
  initPoint: string;
}

/** An attempt to pay, as read from the provider. */
export interface ProviderPayment {
  id: string;
  /** Reference of its checkout; '' if it has none. */
  reference: string;
  /** Status of the provider: `approved`, `pending`, `in_process`, `rejected`, `refunded`, … */
  status: string;
  amountCents: number;
  /** ISO 4217. */
  currency: string;
  /** Time of the last change, by the provider's clock. */
  changedAt: Date;
}

/** A received webhook, before its signature is verified. */
export interface Notification {
  /** Parameters of the URL: `data.id`, `type`. */
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, unknown>>;
}

/** The account that receives the payments. */
export interface ProviderAccount {
  name: string;
}

/**
 * Port of the payment provider (docs/decisions/0014). All methods except `hasValidSignature` take up to five seconds, and throw
 * if called inside a transaction.
 * @throws PaymentProviderError when there is no usable response. All calls may be retried
 */
export interface PaymentProvider {
  /** Hosts that payers may be redirected to (readings S13), including subdomains. */
  readonly hosts: readonly string[];
  /** Creates a checkout. Idempotent by reference: returns the existing checkout. */
  begin(checkout: Checkout): Promise<CreatedCheckout>;
  /** Closes a checkout for payments. Idempotent. */
  expire(preferenceId: string): Promise<void>;
  /** Reads an attempt. @returns null for an unknown id */
  payment(id: string): Promise<ProviderPayment | null>;
  /** Reads all attempts of a reference. */
  paymentsOf(reference: string): Promise<ProviderPayment[]>;
  /** Reads the account of the credentials. @throws PaymentProviderError also for an account of another country */
  account(): Promise<ProviderAccount>;
  /** Whether a webhook has a valid signature of the provider. */
  hasValidSignature(notification: Notification): boolean;
}

/** Thrown when the provider gives no usable response. For the log only; users see a message of the product. */
export class PaymentProviderError extends Error {
  readonly code: string;
  constructor(code: string, cause?: unknown) {
    super(`no usable response from the payment provider: ${code}`, { cause });
    this.name = 'PaymentProviderError';
    this.code = code;
  }
}
