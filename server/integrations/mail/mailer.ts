/** A mail as text and as HTML, already escaped. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Port of the mail service. `send` rejects when the mail isn't accepted; the job then retries. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
