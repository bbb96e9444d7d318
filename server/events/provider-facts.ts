import type { ExampleCounts } from '#server/db/start/seed-examples.ts';
import { wireTime } from '#shared/kit/days.ts';
import type { KeyForm } from '#shared/provider/staff-keys.ts';
import { changed, type Effects, type Facts, THE_CLIENT } from './fact.ts';

/** One of the client's users; null for the client, with all of them. */
interface ClientOrUser {
  userId: number | null;
}

interface ChangedLocality {
  /** Postal code. */
  code: string;
  city: string;
  province: string;
  /** Provinces that the postal code couldn't have before. */
  opened: readonly string[];
}

/** A company that the provider adds. */
interface NewClient {
  prepaid: boolean;
  reverse: boolean;
  fulfillment: boolean;
}

interface ChangedFlags {
  /** Names of the flags that changed. */
  fields: readonly string[];
  /** The flags that were sent. */
  flags: Record<string, boolean | null>;
}

/** Facts about what the provider sets and decides: prices, lists, its installation, its clients and their users. */
export const PROVIDER_FACTS = {
  // Prices
  'tariff.published': ({ id, validFrom }: { id: number; validFrom: string }): Effects => ({
    audit: { target: id, details: { valid_from: validFrom } },
  }),
  /** A client has a tariff of its own from a day on, or the general tariff again, if the tariff is null. */
  'client.tariff_changed': ({ tariffId, validFrom }: { tariffId: number | null; validFrom: string }): Effects => ({
    audit: { target: tariffId ?? THE_CLIENT, details: { valid_from: validFrom } },
  }),

  // Terms
  'terms.published': ({ id, bindsFrom }: { id: number; bindsFrom: Date }): Effects => ({
    audit: { target: id, details: { binds_from: wireTime(bindsFrom) } },
  }),

  // Categories, pickup points, postal codes, holidays
  'category.created': ({ id, name }: { id: number; name: string }): Effects => ({
    audit: { target: id, details: { name } },
  }),
  'category.renamed': ({ id, name }: { id: number; name: string }): Effects => ({
    audit: { target: id, details: { name } },
  }),
  'pickup_point.saved': (data: { code: string; fields: readonly string[]; active: boolean }): Effects => ({
    audit: { target: data.code, fields: data.fields, details: { active: data.active } },
  }),
  'pickup_points.imported': ({ points, saved }: { points: number; saved: number }): Effects => ({
    audit: { details: { points, saved } },
  }),
  'locality.added': ({ code, city, province, opened }: ChangedLocality): Effects => ({
    audit: { target: code, details: { city, province, ...(opened.length > 0 && { opened }) } },
  }),
  'locality.removed': ({ code, city, province, opened }: ChangedLocality): Effects => ({
    audit: { target: code, details: { city, province, ...(opened.length > 0 && { opened }) } },
  }),
  'localities.imported': ({ read, added }: { read: number; added: number }): Effects => ({
    audit: { details: { read, added } },
  }),
  'holiday.added': ({ date, works, moved }: { date: string; works: boolean; moved: number }): Effects => ({
    audit: { target: date, details: { works, moved } },
    changes: changed('account'),
  }),
  'holiday.removed': ({ date, moved }: { date: string; moved: number }): Effects => ({
    audit: { target: date, details: { moved } },
    changes: changed('account'),
  }),

  // The installation
  'operator_key.created': ({ id, form }: { id: number; form: KeyForm }): Effects => ({
    audit: { target: id, details: { ...form } },
  }),
  'operator_key.revoked': ({ id }: { id: number }): Effects => ({ audit: { target: id } }),
  'examples.loaded': ({ counts }: { counts: ExampleCounts }): Effects => ({ audit: { details: { ...counts } } }),
  'mail_test.requested': (): Effects => ({ audit: {} }),
  'payment_provider.tested': ({ passed }: { passed: boolean }): Effects => ({ audit: { details: { passed } } }),

  // Clients and their users
  'client.created': ({ prepaid, reverse, fulfillment }: NewClient): Effects => ({
    audit: { target: THE_CLIENT, details: { prepago: prepaid, logistica_inversa: reverse, fulfillment } },
  }),
  'client.approved': (): Effects => ({
    audit: { target: THE_CLIENT, fields: ['approved_at'] },
    changes: changed('account'),
  }),
  'client.rejected': (): Effects => ({
    audit: { target: THE_CLIENT, fields: ['rejected_at', 'rejection_reason'] },
    changes: changed('account'),
  }),
  'client.decision_undone': (): Effects => ({
    audit: { target: THE_CLIENT, fields: ['approved_at', 'rejected_at', 'rejection_reason'] },
    changes: changed('account'),
  }),
  'client.corrected': ({ fields }: { fields: readonly string[] }): Effects => ({
    audit: { target: THE_CLIENT, fields },
    changes: changed('account'),
  }),
  'client.flags_changed': ({ fields, flags }: ChangedFlags): Effects => ({
    audit: { target: THE_CLIENT, fields, details: flags },
    changes: changed('account'),
  }),
  'access.blocked': ({ userId }: ClientOrUser): Effects => ({
    audit: { target: userId ?? THE_CLIENT },
    changes: changed('account'),
  }),
  'access.unblocked': ({ userId }: ClientOrUser): Effects => ({
    audit: { target: userId ?? THE_CLIENT },
    changes: changed('account'),
  }),
  'access.sessions_ended': ({ userId }: ClientOrUser): Effects => ({
    audit: { target: userId ?? THE_CLIENT },
    changes: changed('account'),
  }),
  'user.activation_mailed': ({ id }: { id: number }): Effects => ({ audit: { target: id } }),
  'user.corrected': ({ id, fields }: { id: number; fields: readonly string[] }): Effects => ({
    audit: { target: id, fields },
    changes: changed('account'),
  }),

  'activity.exported': (): Effects => ({ audit: {} }),
} satisfies Facts;
