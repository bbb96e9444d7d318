/**
 * Personal data and free text that a public call, or one of the provider's, may contain in its answer (docs/decisions/0060).
 *
 * - `contact`: a receiver's phone, document or e-mail. People see it by calls that the audit trail records.
 * - `masked contact`: the same, and in requests to change an order the address, masked for people. Keys read them whole.
 * - `address`: a receiver's address within its town.
 * - `name`: a receiver's name.
 * - `user`: a name or phone of a client's user, who is the sender.
 * - `text`: what somebody wrote: notes, reasons, comments of drivers.
 */
export type Shown = 'contact' | 'masked contact' | 'address' | 'name' | 'user' | 'text';
