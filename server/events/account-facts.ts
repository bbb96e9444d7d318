import type { LabelSettings } from '#shared/orders/rules/label-settings.ts';
import { changed, type Effects, type Facts } from './fact.ts';

/** Facts about a company's settings, collection addresses, package presets and products. */
export const ACCOUNT_FACTS = {
  'buyer_contact.changed': ({ fields }: { fields: readonly string[] }): Effects => ({
    audit: { fields },
    changes: changed('account'),
  }),
  'print_config.changed': ({ fields, settings }: { fields: readonly string[]; settings: LabelSettings }): Effects => ({
    audit: { fields, details: { ...settings } },
    changes: changed('account'),
  }),

  'sender_address.added': ({ id }: { id: number }): Effects => ({ audit: { target: id }, changes: changed('account') }),
  'sender_address.changed': (data: {
    id: number;
    fields: readonly string[];
    main: boolean;
    active: boolean;
  }): Effects => ({
    audit: { target: data.id, fields: data.fields, details: { main_address: data.main, active: data.active } },
    changes: changed('account'),
  }),

  'package_preset.added': ({ name }: { name: string }): Effects => ({
    audit: { target: name },
    changes: changed('account'),
  }),
  'package_preset.changed': ({ name, fields }: { name: string; fields: readonly string[] }): Effects => ({
    audit: { target: name, fields },
    changes: changed('account'),
  }),
  'package_preset.removed': ({ name }: { name: string }): Effects => ({
    audit: { target: name },
    changes: changed('account'),
  }),

  'product.added': ({ id, sku }: { id: number; sku: string }): Effects => ({
    audit: { target: sku },
    changes: changed('product', id),
  }),
  'product.changed': ({ id, sku, fields }: { id: number; sku: string; fields: readonly string[] }): Effects => ({
    audit: { target: sku, fields },
    changes: changed('product', id),
  }),
  'products.imported': ({ products, saved }: { products: number; saved: number }): Effects => ({
    audit: { details: { products, saved } },
    changes: changed('product'),
  }),
} satisfies Facts;
