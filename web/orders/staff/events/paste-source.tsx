import { Field } from '#web/kit/ui/field/field.tsx';
import { Textarea } from '#web/kit/ui/field/text-input.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { changeDraft } from './event-list-store.ts';
import styles from './events.module.css';

interface PasteSourceProps {
  pasted: string;
  /** Why the text can't be read. */
  problem: string | null;
}

/** Takes a pasted list, which can be corrected in place. */
export function PasteSource({ pasted, problem }: PasteSourceProps) {
  return (
    <Panel title="Pegar">
      <Field
        label="Lista pegada"
        error={problem}
        hint="Una etiqueta por línea, o las columnas etiqueta; estado; fecha; motivo; evento; peso; largo; ancho; alto."
      >
        <Textarea
          rows={6}
          className={styles.pasted}
          spellCheck={false}
          autoCapitalize="none"
          value={pasted}
          onChange={({ target }) => changeDraft({ pasted: target.value })}
        />
      </Field>
    </Panel>
  );
}
