import type { Repeated } from './repeats.ts';

/** A promise of the product, and the tests that try to break it. */
export interface Attack {
  /** Name on the command line: `npm run attack -- kill`. */
  name: string;
  /** The property to verify. */
  promise: string;
  /** Test files, or folders of browser tests. */
  files: readonly string[];
  /** Pattern of the tests' names; all tests of the files without it. */
  tests?: RegExp;
  /** Playwright's project for browser tests; without it Vitest runs the files. */
  browserProject?: string;
  /** Runs all tests, as in `npm test`, through each of these moments. */
  moments?: readonly string[];
  /** Repeats `npm test`, or its heaviest files. */
  repeat?: { what: Repeated; times: number };
}

/** All promises with scaled tests: quick and informative ones first. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'isolation',
    promise: 'No client reads or changes another client’s data.',
    files: ['test/isolation/isolation.test.ts'],
  },
  {
    name: 'leaks',
    promise: 'No response or live event contains another client’s text.',
    files: ['test/isolation/leaks.test.ts'],
  },
  {
    name: 'tokens',
    promise: 'Calls with an invalid, expired or missing token are refused.',
    files: ['test/rights/tokens.test.ts'],
  },
  {
    name: 'people',
    promise:
      'Each person does exactly what role, second factor, approval and blocks permit, and each change is in the audit trail.',
    files: [
      'test/rights/permissions.test.ts',
      'test/rights/staff-permissions.test.ts',
      'test/fuzz/response-shapes.test.ts',
      'server/people/audit/audit.test.ts',
      'server/people/second-factor/login.test.ts',
      'server/people/second-factor/passkeys.test.ts',
      'server/people/team/required-factor.test.ts',
    ],
  },
  {
    name: 'lists',
    promise: 'All query strategies return the same list for a date range, and the chosen one is about the cheapest.',
    files: ['server/orders/order/order-list-strategies.test.ts'],
  },
  {
    name: 'bench',
    promise: 'The bench measures every case.',
    files: ['tools/bench/bench.test.ts'],
  },
  {
    name: 'fuzz',
    promise: 'Any input is accepted or refused with a message, never with a 500.',
    files: ['test/fuzz/fuzz-input.test.ts', 'test/fuzz/fuzz-provider-api.test.ts', 'test/fuzz/fuzz-headers.test.ts'],
  },
  {
    name: 'validation',
    promise:
      'Browser and server accept the same input, and refuse the rest for the same fields with the same messages.',
    files: [
      'test/parity/files.test.ts',
      'test/parity/shops.test.ts',
      'shared/bulk/cells/number-cells.test.ts',
      'shared/bulk/cells/text-cells.test.ts',
      'test/parity/forms.test.ts',
      'test/parity/edits.test.ts',
      'test/parity/access.test.ts',
      'test/parity/filters.test.ts',
    ],
  },
  {
    name: 'model',
    promise: 'Orders, payments and shipments follow the rules after any sequence of actions.',
    files: ['test/model/model.test.ts', 'test/model/queues-model.test.ts'],
  },
  {
    name: 'sinks',
    promise: 'Files, labels, mails and pages contain text unchanged and never execute it.',
    files: [
      'test/fuzz/output-injection.test.ts',
      'shared/kit/text/csv.test.ts',
      'server/drawing/zpl.test.ts',
      'server/platform/http/response/download.test.ts',
      'server/platform/http/response/html.test.ts',
      'server/integrations/mail/mail.test.ts',
      'server/provider/settings/terms.test.ts',
      'server/orders/label/drawing/label-zpl.test.ts',
    ],
  },
  {
    name: 'races',
    promise: 'Concurrent actions have the result of some sequential order.',
    files: [
      'test/app/races.test.ts',
      'server/people/access/access-races.test.ts',
      'server/people/access/registration/repeated-registration.test.ts',
      'server/bulk/batch/batch-races.test.ts',
      'server/money/payment/payment-races.test.ts',
      'server/warehouse/fulfillment/warehouse-races.test.ts',
      'server/warehouse/stock/warehouse-recount.test.ts',
      'server/orders/collection/manifest-races.test.ts',
      'server/people/staff/staff-members.test.ts',
      'server/people/team/team-races.test.ts',
      'server/people/email-change/email-change-races.test.ts',
      'server/people/approval/approval.test.ts',
      'server/people/approval/block.test.ts',
    ],
  },
  {
    name: 'payments',
    promise: 'A payment ends in the provider’s state, even if notifications are lost, repeated or forged.',
    files: ['server/money/payment/attempt/payment-schedules.test.ts'],
  },
  {
    name: 'charges',
    promise: 'A month’s charges are the sum of what the shipments cost that were collected in it.',
    files: ['server/money/charge/sums.test.ts'],
  },
  {
    name: 'collections',
    promise: 'A full manifest is handed over in one call, each of its shipments once.',
    files: ['server/orders/collection/manifest-size.test.ts'],
  },
  {
    name: 'external-services',
    promise: 'When an external service fails, its callers get an explanation and other calls succeed.',
    files: ['test/faults/external-services.test.ts'],
  },
  {
    name: 'silence',
    promise: 'Calls that wait for a silent service or gateway end in the usual time.',
    files: [
      'test/gateway/nonconforming-gateway.test.ts',
      'server/portal-only/gateway-session.test.ts',
      'server/platform/network/egress.test.ts',
      'server/platform/http/server.test.ts',
      'server/integrations/warehouse/warehouse.test.ts',
      'server/integrations/payment/payment-provider.test.ts',
      'server/integrations/label-conversion/converter.test.ts',
      'server/money/payment/begin-payment.test.ts',
      'server/orders/label/conversion.test.ts',
    ],
    tests: /never responds|never completes|never ends|goes on is closed|doesn’t respond|takes too long/,
  },
  {
    name: 'network',
    promise: 'Faults of the network to the database lose or duplicate nothing, and every call ends.',
    files: ['test/faults/database-faults.test.ts'],
  },
  {
    name: 'stop',
    promise: 'A stopping process completes its requests.',
    files: ['test/faults/restart.test.ts', 'test/faults/npm-start.test.ts', 'scripts/test/suite.test.ts'],
    tests: /SIGTERM|SIGINT|SIGHUP|never ends|npm start|a stop during|a second signal/,
  },
  {
    name: 'restart',
    promise: 'After a crash of its database, the process restarts it and answers 503 until then.',
    files: ['test/faults/restart.test.ts'],
    tests: /database that dies/,
  },
  {
    name: 'demonstration',
    promise:
      'The demonstration data are the same after any crash, can be seeded on any day, and their simulator stops for good.',
    files: ['server/demo/seed/seed.test.ts', 'server/demo/simulator/simulator.test.ts'],
  },
  {
    name: 'kill',
    promise: 'Acknowledged writes survive any kill; no write is partial or duplicated.',
    files: ['test/faults/kill.test.ts'],
  },
  {
    name: 'monkey',
    promise: 'No sequence of clicks and keys crashes a page, has no effect or loses the focus.',
    files: [
      'test/monkey/observer.test.ts',
      'test/monkey/shrink.test.ts',
      'test/monkey/monkey.test.ts',
      'test/monkey/console-monkey.test.ts',
    ],
  },
  {
    name: 'screens',
    promise: 'Every screen of the portal is accessible in each state, also reached on a phone.',
    files: ['test/e2e/shell/accessibility.spec.ts'],
    browserProject: 'portal',
  },
  {
    name: 'strict',
    promise: 'In front of a gateway that has only the specified calls, the portal works in every journey tagged @both.',
    files: ['test/e2e'],
    browserProject: 'strict',
  },
  {
    name: 'moments',
    promise: 'Everything works at midnight, at the end of a month and of a year, and on 29 February.',
    files: [],
    // Midnight in Buenos Aires, and in London.
    moments: ['2027-02-01T03:00:00Z', '2027-01-01T03:00:00Z', '2027-01-01T00:00:00Z', '2028-02-29T15:00:00Z'],
  },
  {
    name: 'idle',
    promise: 'Ten runs of a fresh clone pass on an idle machine, none by a second look.',
    files: [],
    repeat: { what: 'clone', times: 10 },
  },
  {
    name: 'busy',
    promise: 'Three runs of a fresh clone pass beside six busy processes, none by a second look.',
    files: [],
    repeat: { what: 'clone beside busy processes', times: 3 },
  },
  {
    name: 'heaviest',
    promise: 'The thirty heaviest test files pass ten times beside six busy processes.',
    files: [],
    repeat: { what: 'heaviest files beside busy processes', times: 10 },
  },
  { name: 'load', promise: 'All calls of fifty concurrent users are answered.', files: ['test/faults/load.test.ts'] },
  {
    name: 'backup',
    promise: 'A backup of the running product contains all earlier acknowledged writes.',
    files: ['test/faults/backup.test.ts'],
  },
  {
    name: 'batch-kill',
    promise: 'A killed bulk upload creates each order once and reports each row once.',
    files: ['test/faults/batch-kill.test.ts'],
  },
];
