-- The provider's sums of charges divide each cost into net and IVA by the tariff of its order.
GRANT SELECT (tariff_id) ON orders TO provider;
