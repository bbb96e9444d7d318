import type { Metrics } from '#server/cluster/metrics.ts';
import type { Mailer } from './mailer.ts';

/** A mailer that is counted: a mail that was not taken and is tried again counts each time. */
export function measured(mailer: Mailer, metrics: Metrics): Mailer {
  return {
    ...mailer,
    async send(mail) {
      try {
        await mailer.send(mail);
        metrics.mail('sent');
      } catch (error) {
        metrics.mail('failed');
        throw error;
      }
    },
  };
}
