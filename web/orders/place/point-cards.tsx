import { useEffect, useState } from 'react';
import { pluralize } from '#shared/kit/text/format.ts';
import type { NearPoint } from '#shared/orders/pickup-points.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { Skeleton } from '#web/kit/ui/display/skeleton.tsx';
import { RadioCards } from '#web/kit/ui/field/choice.tsx';
import styles from './point-cards.module.css';
import type { NearPoints } from './use-near-points.ts';
import { placeName } from './zip-places.ts';

const kilometres = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 });

/** 'A 4,7 km', or that the point has the searched postal code. */
function distanceText({ distance_km, zip_code }: NearPoint, zip: string): string {
  if (zip.includes(zip_code)) return `En el ${zip_code}`;
  return distance_km === null ? `CP ${zip_code}` : `A ${kilometres.format(distance_km)} km`;
}

function PointHint({ point, zip }: { point: NearPoint; zip: string }) {
  return (
    <>
      <span className={styles.line}>
        {point.street}, {placeName(point)}
      </span>
      <span className={styles.line}>{[distanceText(point, zip), point.hours].filter(Boolean).join(' · ')}</span>
    </>
  );
}

interface PointCardsProps {
  /** Id and name of the form's field. */
  id: string;
  name: string;
  near: NearPoints;
  /** Code of the chosen point; empty without one. */
  code: string;
  /** Called with the code of the picked point, and with '' if the chosen one isn't shown any more. */
  onPick: (code: string) => void;
  error: string | undefined;
  /** Keeps a chosen point that isn't near: another postal code only searches other points. */
  keeps?: boolean;
}

/** Choice of a pickup point: one card for each point near the postal code. */
export function PointCards({
  id,
  name,
  near: { zip, points, failed, retry },
  code,
  onPick,
  error,
  keeps = false,
}: PointCardsProps) {
  const [dropped, setDropped] = useState(false);
  const isHidden = zip === null || failed || points?.every((point) => point.code !== code) === true;
  const isGone = !keeps && code !== '' && isHidden;
  if (isGone && points && !dropped) setDropped(true);
  useEffect(() => {
    if (isGone) onPick('');
  }, [isGone, onPick]);

  // The field's id stays on the page, for the error summary's link.
  const place = { id, tabIndex: -1, 'data-field': name };
  if (zip === null) return <p className="muted">Con el código postal te mostramos los puntos más cercanos.</p>;
  if (failed) {
    return (
      <div {...place}>
        <Note tone="bad" role="alert">
          No pudimos traer los puntos de retiro.{' '}
          <button type="button" className="link-button" onClick={retry}>
            Reintentar
          </button>
        </Note>
      </div>
    );
  }
  if (!points) {
    return (
      <div {...place}>
        <Skeleton lines={4} label="Buscando puntos de retiro" />
      </div>
    );
  }
  if (points.length === 0) {
    return (
      <div {...place}>
        <Note tone="warn" role="status">
          No hay puntos de retiro cerca del {zip}. Probá con otro código postal o elegí otro modo de entrega.
        </Note>
      </div>
    );
  }
  return (
    <div className="stack">
      {dropped && code === '' && (
        <Note tone="warn" role="status">
          El punto elegido no está entre los cercanos al {zip}, o ya no recibe envíos. Elegí otro.
        </Note>
      )}
      <RadioCards
        id={id}
        name={name}
        legend={`${pluralize(points.length, 'punto', 'puntos')} cerca del ${zip}`}
        value={code}
        error={error ?? null}
        onChange={(event) => onPick(event.currentTarget.value)}
        options={points.map((point) => ({
          value: point.code,
          label: point.name,
          hint: <PointHint point={point} zip={zip} />,
        }))}
      />
    </div>
  );
}
