import type { Shown } from '#shared/kit/http/shown.ts';
import type { TestApp } from '#test/app/test-app.ts';

/** Texts that replace what a test stores, by the kind of data that they stand for. They occur nowhere else. */
const PHONES = ['11 4999-8877', '11 4999-6655'] as const;
const DOCUMENT = '31987654';
const EMAILS = ['contactopersona@example.com', 'contactopersona@example.org'] as const;
const STREET = 'Callepersona';
const NAME = 'Nombrepersona';
const USER = 'Usuariopersona';
const USER_PHONE = '11 4888-7766';
const TEXT = 'Atendió Textolibre';

/** Columns that get a text whenever a row is inserted, and those that get one whenever they aren't empty. */
const MARKED: Record<string, { always?: Record<string, unknown>; filled?: Record<string, unknown> }> = {
  orders: {
    always: {
      receiver_phone: PHONES[0],
      document: DOCUMENT,
      email: EMAILS[0],
      street_name: STREET,
      floor: 'Callepers',
      apartment: 'Callepers',
      other_info: STREET,
      between_1: STREET,
      between_2: STREET,
      neighborhood_name: STREET,
      first_name: NAME,
      last_name: NAME,
      receiver_name: NAME,
    },
  },
  users: { always: { first_name: USER, last_name: USER }, filled: { phone: USER_PHONE, blocked_reason: TEXT } },
  clients: { filled: { rejection_reason: TEXT, blocked_reason: TEXT } },
  modification_requests: { filled: { reason: TEXT } },
  reschedule_requests: { filled: { note: TEXT, reason: TEXT } },
  shipment_events: { filled: { reason: TEXT } },
  event_corrections: { filled: { reason: TEXT } },
  staff_notes: { filled: { text: TEXT } },
  stock_receipts: { filled: { reason: TEXT } },
  stock_returns: { filled: { note: TEXT } },
  payment_closures: { filled: { reason: TEXT } },
  fulfillment_orders: { filled: { reason: TEXT } },
  manifests: { filled: { cancel_reason: TEXT } },
};

/** Receiver of a request, before and after the change, by the keys of the edit-order payload. */
const requested = (at: 0 | 1) => ({
  receiver_name: `${NAME} ${at}`,
  receiver_phone: PHONES[at],
  email: EMAILS[at],
  address_street_name: `${STREET} ${at}`,
  address_other_info: `${STREET} ${at}`,
  address_floor: `Callepers${at}`,
  address_apartment: `Callepers${at}`,
});

/** Columns that contain such data besides those of `MARKED`. */
export const MARKED_COLUMNS: readonly string[] = [
  ...Object.entries(MARKED).flatMap(([table, { always, filled }]) =>
    Object.keys({ ...always, ...filled }).map((column) => `${table}.${column}`),
  ),
  'modification_requests.before',
  'modification_requests.after',
  'shipments.state',
  'shipment_events.state',
];

/** Replaces personal data and free text in everything that is stored from now on. */
export async function markStoredData({ owner }: TestApp): Promise<void> {
  const literal = (value: object) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  await owner(`
    CREATE FUNCTION mark_data() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN NEW := jsonb_populate_record(NEW, TG_ARGV[0]::jsonb); END IF;
      RETURN jsonb_populate_record(NEW, (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(TG_ARGV[1]::jsonb)
        WHERE coalesce(to_jsonb(NEW)->>key, '') <> ''));
    END $$;
    CREATE FUNCTION mark_receiver() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.before := NEW.before || TG_ARGV[0]::jsonb;
      NEW.after := NEW.after || TG_ARGV[1]::jsonb;
      RETURN NEW;
    END $$;
    CREATE FUNCTION mark_state() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.state_code IS NULL THEN NEW.state := '${TEXT}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER marks_receiver BEFORE INSERT ON modification_requests FOR EACH ROW
      EXECUTE FUNCTION mark_receiver(${literal(requested(0))}, ${literal(requested(1))});
    ${['shipments', 'shipment_events']
      .map(
        (table) =>
          `CREATE TRIGGER marks_state BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION mark_state();`,
      )
      .join('\n')}
    ${Object.entries(MARKED)
      .map(
        ([table, { always = {}, filled = {} }]) =>
          `CREATE TRIGGER marks BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW
           EXECUTE FUNCTION mark_data(${literal(always)}, ${literal(filled)});`,
      )
      .join('\n')}`);
}

const FOUND: Record<Shown, RegExp> = {
  contact: /4999\D?(8877|6655)|31\.?987\.?654|contactopersona/i,
  'masked contact': /•••/,
  address: /callepers/i,
  name: /nombrepersona/i,
  user: /usuariopersona|4888\D?7766/i,
  text: /textolibre/i,
};

/** Returns the kinds of data that a text contains. */
export const shownIn = (text: string): Shown[] =>
  (Object.keys(FOUND) as Shown[]).filter((kind) => FOUND[kind].test(text)).sort();
