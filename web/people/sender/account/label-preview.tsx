import { LABEL_SIZES, type LabelSettings } from '#shared/orders/rules/label-settings.ts';
import styles from './label-preview.module.css';
import { printOutcome } from './print-values.ts';

/** An A4 sheet in mm with the positions of two labels, as in server/orders/label/drawing/label-pdf.ts. */
const A4 = { width: 210, height: 297, top: 10, columns: [7.5, 107.5], cut: 105, below: 135 } as const;

interface LabelProps {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A simplified label: header, barcode, address lines. */
function Label({ x, y, width, height }: LabelProps) {
  const wide = width > height;
  const code = wide ? width * 0.42 : width - 16;
  const text = wide ? code + 16 : 8;
  const first = wide ? 26 : 70;
  const bars = Math.floor(code / 5);
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={styles.label} x="0.5" y="0.5" width={width - 1} height={height - 1} rx="2" />
      <rect className={styles.ink} x="8" y="8" width={width * 0.36} height="8" />
      <rect className={styles.faint} x={width - 8 - width * 0.22} y="9" width={width * 0.22} height="6" />
      {Array.from({ length: bars }, (_, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The bars are identical and never reordered.
        <rect key={bar} className={styles.ink} x={8 + bar * 5} y="26" width={bar % 3 === 0 ? 3 : 1.6} height="34" />
      ))}
      {[0.9, 0.62, 0.76, 0.4].map((share, line) => (
        <rect
          key={share}
          className={line === 0 ? styles.ink : styles.faint}
          x={text}
          y={first + line * 12}
          width={(width - text - 8) * share}
          height={line === 0 ? 6 : 4}
        />
      ))}
    </g>
  );
}

/** The printed sheet to scale, and a sentence about the settings that were forced. */
export function LabelPreview({ settings }: { settings: LabelSettings }) {
  const size = LABEL_SIZES.find(({ value }) => value === settings.default_label_size) ?? LABEL_SIZES[0];
  const { widthMm: width = 0, heightMm: height = 0 } = size ?? {};
  const two = settings.labels_per_page === 2;
  const middle = { x: (A4.width - width) / 2, y: (A4.height - height) / 2, width, height };
  return (
    <figure className={styles.preview}>
      <svg className={styles.desk} viewBox={`-12 -12 ${A4.width + 24} ${A4.height + 24}`} aria-hidden="true">
        {two ? (
          <>
            <rect className={styles.paper} width={A4.width} height={A4.height} />
            <path className={styles.cut} d={`M${A4.cut} 5V${A4.below + 5}M5 ${A4.below}H${A4.width - 5}`} />
            {A4.columns.map((x) => (
              <Label key={x} x={x} y={A4.top} width={width} height={height} />
            ))}
          </>
        ) : (
          <>
            {settings.default_format === 'zpl' && (
              <rect className={styles.paper} x={middle.x - 5} y={-20} width={width + 10} height={A4.height + 40} />
            )}
            <Label {...middle} />
          </>
        )}
      </svg>
      <figcaption className={styles.caption}>
        <span role="status">{printOutcome(settings)}</span>
      </figcaption>
    </figure>
  );
}
