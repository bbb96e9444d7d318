import { createProduct, updateProduct } from '#shared/orders/product/new-product.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { useCapability } from '#web/kit/call/capabilities.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { NumberField } from '#web/kit/form/field/number-field.tsx';
import { SelectField } from '#web/kit/form/field/select-field.tsx';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Checkbox } from '#web/kit/ui/field/choice.tsx';
import { FormGrid } from '#web/kit/ui/layout/layouts.tsx';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import styles from './product-dialog.module.css';
import { productBody, productSchemaOf, productValues, savedProduct, storedBody } from './product-form.ts';
import { useCategories } from './use-categories.ts';

/** Labels of a product's fields. */
const PRODUCT_LABELS = {
  sku: 'SKU',
  description: 'Descripción',
  category: 'Categoría',
  value: 'Valor',
  length: 'Largo',
  height: 'Alto',
  width: 'Ancho',
  weight: 'Peso',
  barcode: 'Código de barras',
} as const;

/** Returns the label of a product's field; an unknown field unchanged. */
function productLabel(field: string): string {
  return Object.hasOwn(PRODUCT_LABELS, field) ? PRODUCT_LABELS[field as keyof typeof PRODUCT_LABELS] : field;
}

interface ProductDialogProps {
  /** The product to edit; without one a new product is created. */
  product?: Product;
  /** True in an order form: new products there are always active (D2 §5). */
  activeForced?: boolean;
  /** Called before the dialog closes. */
  onSaved: (product: Product) => void;
  onClose: () => void;
  /** Returns the element to focus after the dialog closed; the opener by default. */
  focusAfter?: () => HTMLElement | null;
}

/** Dialog to create or edit a product (D2 §2, §5); Enter saves. */
export default function ProductDialog({
  product,
  activeForced = false,
  onSaved,
  onClose,
  focusAfter,
}: ProductDialogProps) {
  const categories = useCategories(product?.category);
  const create = useApiMutation(createProduct);
  const update = useApiMutation(updateProduct);
  const start = productValues(product ?? null, useCapability('barcodes') !== false);
  const form = useForm(productSchemaOf(useCapability('detailedErrors') !== false), {
    defaults: activeForced ? { ...start, active: true } : start,
    keepsStored: true,
  });
  const { error: _, ...active } = form.field('active');

  const save = form.submit(async (parsed, typed) => {
    const body = typeof parsed.value === 'number' ? productBody(parsed) : storedBody(typed);
    try {
      const { message, results } = product
        ? await update.send({ params: { id: product.id }, body })
        : await create.send({ body });
      const category = categories.options.find(({ value }) => value === String(body.category));
      alerts.success(message);
      onSaved(savedProduct(results.id, body, category?.label ?? ''));
      onClose();
    } catch (error) {
      showFormError(form, error, { labelOf: productLabel });
    }
  });

  const side = { form, suffix: 'cm', span: 4, phoneSpan: 2 } as const;
  return (
    <FormDialog
      title={product ? 'Editar Producto' : 'Nuevo Producto'}
      size="md"
      finalFocus={{
        get current() {
          return focusAfter?.() ?? null;
        },
      }}
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      refused={usePermissionReason('products')}
      pending={create.pending || update.pending}
      onClose={onClose}
      className={styles.form}
    >
      <FormSubmitError submitError={form.submitError} labelOf={productLabel} />
      <FormGrid>
        <TextField form={form} name="sku" label={PRODUCT_LABELS.sku} autoComplete="off" span={4} />
        <TextField form={form} name="description" label={PRODUCT_LABELS.description} autoComplete="off" span={8} />
        <SelectField
          form={form}
          name="category"
          label={PRODUCT_LABELS.category}
          placeholder={categories.failed ? 'No pudimos traer las categorías' : 'Elegí una categoría'}
          options={categories.options}
          span={6}
        />
        <NumberField form={form} name="value" label={PRODUCT_LABELS.value} prefix="$" span={6} />
        <NumberField {...side} name="length" label={PRODUCT_LABELS.length} />
        <NumberField {...side} name="height" label={PRODUCT_LABELS.height} />
        <NumberField {...side} name="width" label={PRODUCT_LABELS.width} />
        <NumberField form={form} name="weight" label={PRODUCT_LABELS.weight} suffix="g" span={4} phoneSpan={3} />
        <div className={styles.active}>
          {activeForced ? (
            <Checkbox label="Activo" checked disabled readOnly />
          ) : (
            <Checkbox label="Activo" {...active} />
          )}
        </div>
        {start.barcode !== undefined && (
          <TextField
            form={form}
            name="barcode"
            label={PRODUCT_LABELS.barcode}
            hint="El EAN o UPC de la caja: al escanearlo se encuentra el producto."
            optional
            span={12}
            autoComplete="off"
            // Scanners type Enter after the code, when the form may not be complete.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </FormGrid>
    </FormDialog>
  );
}
