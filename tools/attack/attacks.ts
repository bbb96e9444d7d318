/** A promise of the product, and the tests that try to break it. */
export interface Attack {
  /** Name on the command line: `npm run attack -- kill`. */
  name: string;
  /** The property to verify. */
  promise: string;
  /** Test files. */
  files: readonly string[];
  /** Pattern of the tests' names; all tests of the files without it. */
  tests?: RegExp;
}

const payment = 'server/features/payment';

/** All promises with scaled tests, the most informative and quickest first. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'isolation',
    promise: 'No client reads or changes anything of another.',
    files: ['test/isolation.test.ts'],
  },
  {
    name: 'leaks',
    promise: 'Nothing that anybody reads holds another client’s words.',
    files: ['test/leaks.test.ts'],
  },
  { name: 'tokens', promise: 'Without a good token nothing is answered.', files: ['test/tokens.test.ts'] },
  {
    name: 'lists',
    promise: 'A range of days is the same list whichever way it is read, and is read by about the cheapest.',
    files: ['server/features/order/order-list-strategies.test.ts'],
  },
  {
    name: 'fuzz',
    promise: 'Whatever is sent, it is answered or refused in words, never by an error of ours.',
    files: ['test/fuzz-input.test.ts', 'test/fuzz-operator-api.test.ts', 'test/fuzz-headers.test.ts'],
  },
  {
    name: 'validation',
    promise:
      'What the browser accepts the server accepts; what it refuses the server refuses there, in the same words.',
    files: [
      'test/validation-parity-files.test.ts',
      'test/validation-parity-forms.test.ts',
      'test/validation-parity-edits.test.ts',
      'test/validation-parity-access.test.ts',
      'test/validation-parity-filters.test.ts',
    ],
  },
  {
    name: 'model',
    promise: 'Orders, payments and parcels live as the rules say, whatever is done to them in whatever order.',
    files: ['test/model.test.ts'],
  },
  {
    name: 'sinks',
    promise: 'Text comes out of files, labels, mails and pages as it went in, and does nothing there.',
    files: [
      'test/output-injection.test.ts',
      'shared/csv.test.ts',
      'server/drawing/zpl.test.ts',
      'server/platform/http/download.test.ts',
      'server/platform/http/html.test.ts',
      'server/integrations/mail/mail.test.ts',
      'server/features/operator/operator-terms.test.ts',
      'server/features/label/label-zpl.test.ts',
    ],
  },
  {
    name: 'races',
    promise: 'What is done at once ends as if it had been done in turn.',
    files: [
      'test/races.test.ts',
      'server/features/access/access-races.test.ts',
      'server/features/access/repeated-registration.test.ts',
      'server/features/batch/batch-races.test.ts',
      `${payment}/payment-races.test.ts`,
      'server/features/warehouse/warehouse-races.test.ts',
    ],
  },
  {
    name: 'payments',
    promise:
      'A payment ends as the provider knows it, whether its notifications were delivered, lost, repeated or forged.',
    files: [`${payment}/payment-schedules.test.ts`],
  },
  {
    name: 'external-services',
    promise: 'A service outside that fails is said so in a sentence, and nobody else notices.',
    files: ['test/external-services.test.ts'],
  },
  {
    name: 'network',
    promise: 'Between us and the database anything may break: nothing is lost or doubled, and nobody waits for ever.',
    files: ['test/database-faults.test.ts'],
  },
  {
    name: 'stop',
    promise: 'A process that is asked to end breaks no request.',
    files: ['test/restart.test.ts'],
    tests: /SIGTERM|never ends/,
  },
  {
    name: 'restart',
    promise: 'A database that dies comes back under the same process, which says 503 meanwhile.',
    files: ['test/restart.test.ts'],
    tests: /database that dies/,
  },
  {
    name: 'kill',
    promise: 'What was acknowledged survives any kill; nothing is torn, nothing is doubled.',
    files: ['test/kill.test.ts'],
  },
  {
    name: 'monkey',
    promise: 'Whatever is clicked, typed or pressed, no page crashes, ignores a click or loses the focus.',
    files: ['test/monkey/monkey.test.ts'],
  },
  { name: 'load', promise: 'Fifty users at once are all served.', files: ['test/load.test.ts'] },
  {
    name: 'backup',
    promise: 'A backup of the running product holds everything that was acknowledged before it.',
    files: ['test/backup.test.ts'],
  },
  {
    name: 'batch-kill',
    promise: 'A bulk upload that is killed makes each order once and reports each row once.',
    files: ['test/batch-kill.test.ts'],
  },
];
