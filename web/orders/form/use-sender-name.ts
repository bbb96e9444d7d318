import { useCompany } from '#web/people/user/use-company.ts';

/** Maximum length of the sender (D1 §5); a longer company name is cut off. */
const MAX = 30;

/** Returns the initial sender of an order: the company's name, or empty if it can't be loaded; null while loading. */
export function useSenderName(): string | null {
  return useCompany()?.trim().slice(0, MAX).trim() ?? null;
}
