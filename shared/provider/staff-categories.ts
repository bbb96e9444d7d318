import * as z from 'zod/mini';
import { text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { messages } from '#shared/kit/messages.ts';
import { smallId } from '#shared/kit/small-id.ts';

const category = z.object({ id: z.number(), name: z.string() });

/** Form of a category. */
export const categoryForm = z.object({ name: text({ required: messages.required, max: [60] }) });

const saved = z.object({ message: z.string(), results: category });

export const listCategories = endpoint('GET /ops/v1/product_category/', {
  access: 'provider',
  needs: 'read',
  summary: 'Lists product categories by name.',
  reply: z.object({ results: z.array(category) }),
});

export const createCategory = endpoint('POST /ops/v1/product_category/', {
  access: 'provider',
  needs: 'points',
  audit: 'ops.category.create',
  summary: 'Creates a product category. Names must differ in more than case and accents.',
  body: categoryForm,
  reply: saved,
});

export const renameCategory = endpoint('PUT /ops/v1/product_category/:id', {
  access: 'provider',
  needs: 'points',
  audit: 'ops.category.rename',
  summary: 'Renames a product category; its products keep it.',
  params: z.object({ id: smallId }),
  body: categoryForm,
  reply: saved,
});
