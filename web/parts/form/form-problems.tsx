import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Form } from '#web/lib/forms.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';

interface FormProblemsProps<V extends FieldValues, S extends z.ZodMiniType> {
  form: Form<V, S>;
  /** The name of a field with its place, where its label alone doesn't say it: 'Envío 2, Alto'. Null means the label. */
  nameOf?: (path: string) => string | null;
}

/** The label that stands over a field on the page. */
function labelOf(id: string): string {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent?.trim() ?? '';
}

/** The wrong fields of a form, on top of it, each a link. The first one has the focus already: the summary takes none. */
export function FormProblems<V extends FieldValues, S extends z.ZodMiniType>({
  form,
  nameOf,
}: FormProblemsProps<V, S>) {
  const errors = form.problems.map(({ name, id, message }) => ({
    fieldId: id,
    label: nameOf?.(name) ?? labelOf(id),
    message,
  }));
  return <ErrorSummary errors={errors} />;
}
