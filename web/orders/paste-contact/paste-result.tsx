import { pluralize } from '#shared/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import type { PlannedField } from './paste-plan.ts';

interface PasteResultProps {
  plan: readonly PlannedField[];
  labelOf: (name: string) => string;
  onUndo: () => void;
}

/** Returns sentences about what a pasted text changed. */
function sentences(plan: readonly PlannedField[], labelOf: (name: string) => string): string[] {
  const labels = (fields: readonly PlannedField[]) =>
    new Intl.ListFormat('es-AR').format(fields.map(({ name }) => labelOf(name)));
  const isRemark = ({ name }: PlannedField) => name.endsWith('other_info');
  const filled = plan.filter((field) => field.value !== '' && !isRemark(field));
  const doubtful = plan.filter((field) => field.doubtful && field.value !== '');
  const unknown = plan.filter((field) => field.doubtful && field.value === '');
  const replaced = filled.filter(({ before }) => before.trim() !== '');
  const emptied = plan.filter(({ before, value }) => value === '' && before.trim() !== '');
  return [
    `Completamos ${pluralize(filled.length, 'dato', 'datos')}.`,
    doubtful.length > 0 ? `Revisá ${labels(doubtful)}.` : '',
    unknown.length > 0 ? `Completá ${labels(unknown)}.` : '',
    plan.some(isRemark) ? 'Lo que no entró en ningún campo quedó en Observaciones.' : '',
    replaced.length > 0 ? `Reemplazamos lo que decía en ${labels(replaced)}.` : '',
    emptied.length > 0 ? `Vaciamos ${labels(emptied)}, que el texto no trae.` : '',
  ].filter((sentence) => sentence !== '');
}

/** Note below the button: what was filled in, what to check, what was replaced; with an undo. */
export function PasteResult({ plan, labelOf, onUndo }: PasteResultProps) {
  return (
    <Note tone={plan.some(({ doubtful }) => doubtful) ? 'warn' : 'info'} role="status">
      {sentences(plan, labelOf).join(' ')}{' '}
      <Button size="sm" onClick={onUndo}>
        Deshacer
      </Button>
    </Note>
  );
}
