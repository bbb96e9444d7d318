import { type ReactNode, useEffect, useRef } from 'react';
import type { Day } from '#shared/kit/days.ts';
import type { ReplyOf } from '#shared/kit/http/endpoint.ts';
import { integer, kilograms, money } from '#shared/kit/text/format.ts';
import { parseWireDate } from '#shared/kit/wire-date.ts';
import type { rate } from '#shared/money/rates.ts';
import { volumetricGrams } from '#shared/money/rules/volumetric-weight.ts';
import { unusualMeasures } from '#shared/orders/rules/shipment/unusual-measures.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { SummaryBox, type SummaryLine, SummaryLines } from '#web/kit/ui/layout/panel.tsx';
import styles from './calculator.module.css';
import { chargedText, datesText, namedDay, windowText } from './quote-texts.ts';
import { packageOf, type QuoteRequest } from './quote-values.ts';

/** A quote request, its response and the day of the response in Buenos Aires. */
export interface Quote {
  request: QuoteRequest;
  results: ReplyOf<typeof rate>['results'];
  day: Day;
}

const line = (label: string, value: string, note?: string): SummaryLine => ({
  key: label,
  label,
  value: <span className="nowrap">{value}</span>,
  note,
});

/** Shipping, insurance and IVA, which add up to the total (D2 §2). */
function Sums({ request, results }: Quote) {
  return (
    <SummaryLines
      lines={[
        line('Valor del envío', money(results.shipping_cost)),
        line('Seguro', money(results.insurance_cost), request.gross_price === 0 ? 'Sin valor declarado' : undefined),
        line('IVA', money(results.tax)),
      ]}
    />
  );
}

/** Asks whether measures are right that are probably in another unit. */
function Question({ request }: Quote) {
  const unusual = unusualMeasures({ ...request, weight: packageOf(request).grams });
  if (unusual.length === 0) return null;
  return (
    <Note tone="warn">¿Son correctas estas medidas? El paquete {unusual.map(({ text }) => text).join(' y ')}.</Note>
  );
}

/** Real and volumetric weight, and which of them is charged. */
function Weights({ request }: Quote) {
  const shipment = packageOf(request);
  const sizes = [request.length, request.height, request.width].map(integer).join(' × ');
  return (
    <>
      <SummaryLines
        lines={[
          line('Peso real', kilograms(shipment.grams)),
          line('Peso volumétrico', kilograms(volumetricGrams(shipment)), `${sizes} ÷ 5.000`),
        ]}
      />
      <p className={styles.text}>{chargedText(shipment)}</p>
    </>
  );
}

/** First and last delivery date, and the day they are counted from. */
function Days({ results, day }: Quote) {
  const [min, max] = [parseWireDate(results.min_delivery_date)?.day, parseWireDate(results.max_delivery_date)?.day];
  if (!min || !max) return null;
  const days = { from: day, min, max, working: results.working_days };
  return (
    <>
      <SummaryLines
        lines={[line('Entrega mínima estimada', namedDay(min)), line('Entrega máxima estimada', namedDay(max))]}
      />
      <p className={styles.text}>
        <b>{windowText(days)}</b> {datesText(days)}
      </p>
    </>
  );
}

interface QuoteCardProps {
  quote: Quote | null;
  /** True when the form has changed since the quote. */
  stale: boolean;
  /** Button that requests a new quote. */
  again: ReactNode;
}

/** Cost and delivery window of the quote, or a placeholder before the first quote. */
export function QuoteCard({ quote, stale, again }: QuoteCardProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the card is below the form.
    if (quote) section.current?.scrollIntoView({ block: 'nearest' });
  }, [quote]);
  return (
    <section ref={section} aria-label="Cotización" className="stack">
      <div role="status">
        {quote && !stale && <span className="visually-hidden">Total {money(quote.results.final_value)}</span>}
        {quote && stale && <Note>Cambiaste los datos. {again}</Note>}
      </div>
      {quote && !stale && <Question {...quote} />}
      {quote ? (
        <div className={stale ? styles.stale : undefined}>
          <SummaryBox
            title="Cotización"
            stub={
              <>
                <p className="muted">Total</p>
                <p className="total-amount">{money(quote.results.final_value)}</p>
                <SummaryLines lines={[line('Moneda', quote.results.currency)]} />
              </>
            }
          >
            <Sums {...quote} />
            <Weights {...quote} />
            <Days {...quote} />
          </SummaryBox>
        </div>
      ) : (
        <SummaryBox title="Cotización">
          <p className={styles.text}>Completá los datos y calculá: acá vas a ver cuánto cuesta y cuándo llega.</p>
        </SummaryBox>
      )}
    </section>
  );
}
