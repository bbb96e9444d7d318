import { money } from '#shared/kit/text/format.ts';
import { quote, type Tariff } from '#shared/money/rules/tariff.ts';
import { toTariff } from '#shared/money/staff-tariff-terms.ts';
import { tariffForm } from '#shared/money/staff-tariffs.ts';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import { changeText } from './change-text.ts';
import { bodyOf, type TariffDraft } from './tariff-draft.ts';
import styles from './tariffs.module.css';

const GRAMS = [1000, 5000, 20_000];
const DECLARED_CENTS = 5_000_000;

/** Returns the tariff of a draft; null while a value is wrong. */
function termsOf(draft: TariffDraft): Tariff | null {
  const { data } = tariffForm.safeParse(bodyOf(draft));
  return data ? toTariff(data) : null;
}

const priceIn = (tariff: Tariff | null, province: string, grams: number) => {
  const shipment = { grams, lengthCm: 1, widthCm: 1, heightCm: 1, declaredCents: DECLARED_CENTS };
  return (tariff && quote(tariff, province, [shipment])?.totalCents) ?? null;
};

/** What shipments cost by the tariff before, if there was one, and by the new one, with insurance and IVA. */
export function ExamplePrices({ before, draft }: { before: TariffDraft | null; draft: TariffDraft }) {
  const [old, next] = [before && termsOf(before), termsOf(draft)];
  if (!next) return <p className="muted">Los ejemplos aparecen cuando no falta ni sobra ningún dato.</p>;
  const rows = next.zones.flatMap(({ name, provinces }) =>
    GRAMS.map((grams) => {
      const [was, is] = [priceIn(old, provinces[0] ?? '', grams), priceIn(next, provinces[0] ?? '', grams)];
      return { key: `${name} ${grams}`, name, grams, was, is };
    }),
  );
  const oneLine = (text: string) => <span className="nowrap">{text}</span>;
  const pesos = (cents: number | null) => oneLine(cents === null ? '-' : money(cents / 100));
  return (
    <StaticTable
      caption="Precios de ejemplo"
      cards="phone"
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { header: 'Zona', cell: ({ name }) => <span className={styles.words}>{name}</span> },
        {
          header: 'Envío',
          cell: ({ grams }) => (
            <>
              {grams / 1000} kg, {pesos(DECLARED_CENTS)} declarados
            </>
          ),
        },
        { header: 'Antes', right: true, cell: ({ was }) => pesos(was) },
        { header: 'Ahora', right: true, cell: ({ is }) => <strong>{pesos(is)}</strong> },
        {
          header: 'Cambio',
          right: true,
          cell: ({ was, is }) => oneLine((was && is !== null && changeText(was, is)) || '-'),
        },
      ]}
    />
  );
}
