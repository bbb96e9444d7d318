import { useParams } from 'react-router';
import { type FulfillmentDetail as Detail, readFulfillment } from '#shared/warehouse/fulfillment.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { useClientSession } from '#web/kit/call/session-store.ts';
import { LinkButton } from '#web/kit/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { DetailLayout } from '#web/kit/ui/layout/layouts.tsx';
import { PageHeader } from '#web/kit/ui/layout/page-header.tsx';
import { TabTitle } from '#web/kit/ui/layout/tab-title.tsx';
import { paths } from '#web/paths.ts';
import { FulfillmentBadge } from '#web/warehouse/fulfillment-badge.tsx';
import styles from './fulfillment-detail.module.css';
import { Preparation } from './preparation.tsx';
import { PreparedProducts } from './prepared-products.tsx';
import { ReceiverCard } from './receiver-card.tsx';
import { TrackOrderLink } from './track-order-link.tsx';

const BACK = { to: paths.fulfillment, label: '< volver' };

/** A fulfillment order (D2 §2). The URL contains the warehouse's reference. */
export default function FulfillmentDetail() {
  const { id = '' } = useParams();
  const { username } = useClientSession();
  const answer = useApiQuery(readFulfillment, { body: { logonName: username, referencia: id } });
  const { data } = (answer.data ?? {}) as { data?: Detail[] | null };
  const detail = data?.[0];
  const title = `Pedido #${id}`;

  if (detail) return <FulfillmentDetailView key={id} title={title} detail={detail} />;
  // The page stays empty while loading (D2 §2); only the tab title is set.
  if (answer.isPending) return <TabTitle title={title} />;
  const notFound = !answer.isError || answer.error.status === 404;
  return (
    <>
      <PageHeader title={title} back={BACK} />
      {notFound ? (
        <EmptyState
          title="No encontramos este pedido"
          text="Revisá el enlace o buscalo en la lista por su fecha"
          action={<LinkButton to={paths.fulfillment}>Ver los pedidos</LinkButton>}
        />
      ) : (
        <ErrorState onRetry={() => void answer.refetch()} />
      )}
    </>
  );
}

function FulfillmentDetailView({ title, detail }: { title: string; detail: Detail }) {
  return (
    <>
      <PageHeader
        title={title}
        back={BACK}
        badge={<FulfillmentBadge estado={detail.estado} />}
        actions={<TrackOrderLink detail={detail} />}
      />
      <DetailLayout side={<ReceiverCard receiver={detail.datosDestinatario} />}>
        <div className={styles.main}>
          <Preparation detail={detail} />
          <PreparedProducts detail={detail} />
        </div>
      </DetailLayout>
    </>
  );
}
