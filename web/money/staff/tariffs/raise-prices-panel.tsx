import { useState } from 'react';
import { integer, percentage } from '#shared/kit/text/format.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Field } from '#web/kit/ui/field/field.tsx';
import { TextInput } from '#web/kit/ui/field/text-input.tsx';
import { Panel } from '#web/kit/ui/layout/panel.tsx';
import { parseRaise, RAISE_LIMITS, raisePrices } from './raise-prices.ts';
import type { TariffDraft } from './tariff-draft.ts';
import styles from './tariffs.module.css';

const FIELD_ID = 'tariff-raise';

interface RaisePricesPanelProps {
  draft: TariffDraft;
  onChange: (draft: TariffDraft) => void;
}

/** Changes all prices of a draft by a percentage. Can be undone until something else changes. */
export function RaisePricesPanel({ draft, onChange }: RaisePricesPanelProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [last, setLast] = useState<{ before: TariffDraft; after: TariffDraft; percent: number } | null>(null);
  const undoable = last?.after === draft ? last : null;
  const apply = () => {
    const percent = parseRaise(text);
    if (percent === null) {
      setError(`Poné un porcentaje entre ${RAISE_LIMITS.min} y ${integer(RAISE_LIMITS.max)}, distinto de 0`);
      document.getElementById(FIELD_ID)?.focus();
      return;
    }
    const after = raisePrices(draft, percent);
    setLast({ before: draft, after, percent });
    setText('');
    onChange(after);
  };
  return (
    <Panel title="Cambiar todos los precios">
      <div className="stack">
        <div className={styles.raise}>
          <Field
            label="Porcentaje"
            id={FIELD_ID}
            error={error}
            hint="Cambia los precios de los tramos y del kilo adicional de todas las zonas, y los redondea a pesos enteros. Para bajarlos, poné un signo menos."
          >
            <TextInput
              value={text}
              inputMode="decimal"
              onChange={({ target }) => {
                setText(target.value);
                setError(null);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Enter would publish the tariff.
                event.preventDefault();
                apply();
              }}
            />
          </Field>
          <div>
            <Button onClick={apply}>Aplicar a todos</Button>
          </div>
        </div>
        <p role="status">
          {undoable && (
            <>
              {`Los precios ${undoable.percent > 0 ? 'subieron' : 'bajaron'} un ${percentage(Math.abs(undoable.percent))}. `}
              <Button
                size="sm"
                onClick={() => {
                  setLast(null);
                  setError(null);
                  onChange(undoable.before);
                  // The button that had the focus is gone.
                  document.getElementById(FIELD_ID)?.focus();
                }}
              >
                Deshacer
              </Button>
            </>
          )}
        </p>
      </div>
    </Panel>
  );
}
