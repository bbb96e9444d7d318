/** A mail in both forms; texts are escaped by whoever writes them. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The port to the outside mail service. Rejects when the mail was not taken: the job tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
