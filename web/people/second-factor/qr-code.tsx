import encodeQr from 'qr';
import styles from './second-factor.module.css';

/** Draws a QR code, black on white in both themes, because some cameras don't read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  const modules = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={modules.join('')} />
    </svg>
  );
}
