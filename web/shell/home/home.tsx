import { Navigate, useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import { paymentReturn } from './payment-return.ts';

/** `/`: redirects a return from the payment provider to the orders, any other visit to the statistics (D1 §2). */
export default function Home() {
  const { search, hash } = useLocation();
  const query = paymentReturn(search, hash);
  return <Navigate to={query === null ? paths.statistics : paths.orders + query} replace />;
}
