import { useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './clamped-text.module.css';

/** A text cut to two lines (D1 §9), with 'Ver más' when there is more of it. */
export function ClampedText({ text }: { text: string }) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  const [whole, setWhole] = useState(false);

  useLayoutEffect(() => {
    const shown = place.current;
    if (!shown || whole) return;
    const measure = () => setCut(shown.scrollHeight > shown.clientHeight + 1);
    const watch = new ResizeObserver(measure);
    watch.observe(shown);
    measure();
    return () => watch.disconnect();
  }, [whole]);

  return (
    <>
      <span ref={place} id={id} className={whole ? styles.whole : styles.clamped}>
        {text}
      </span>
      {(cut || whole) && (
        <button
          type="button"
          className="link-button"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Ver menos' : 'Ver más'}
        </button>
      )}
    </>
  );
}
