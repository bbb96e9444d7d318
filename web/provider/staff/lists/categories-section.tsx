import { useState } from 'react';
import { categoryForm, createCategory, listCategories, renameCategory } from '#shared/provider/staff-categories.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { TextField } from '#web/kit/form/field/text-field.tsx';
import { FormDialog } from '#web/kit/form/form-dialog.tsx';
import { FormSubmitError } from '#web/kit/form/form-submit-error.tsx';
import { useForm } from '#web/kit/form/forms.ts';
import { showFormError } from '#web/kit/form/show-form-error.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import { StaticTable } from '#web/kit/ui/table/static-table.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import styles from '#web/provider/staff/settings/settings.module.css';

interface Category {
  id: number;
  name: string;
}

/** The categories of the products. */
export function CategoriesSection({ me }: { me: Me }) {
  const { data, error, refetch } = useApiQuery(listCategories);
  const [edited, setEdited] = useState<Category | 'new' | null>(null);
  const refused = refusalOf(me, 'points');
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} lines={6} />;
  return (
    <>
      <div className={styles.buttons}>
        <Button variant="primary" icon={<Plus />} disabledReason={refused} onClick={() => setEdited('new')}>
          Nueva categoría
        </Button>
      </div>
      {data.results.length === 0 ? (
        <EmptyState
          title="Todavía no hay categorías"
          text={`Los clientes las eligen en sus productos. ${refused ?? 'Creá la primera con Nueva categoría.'}`}
        />
      ) : (
        <StaticTable<Category>
          caption="Categorías"
          rows={data.results}
          rowKey={({ id }) => String(id)}
          columns={[
            { header: 'Nombre', cell: ({ name }) => name },
            {
              header: 'Acciones',
              right: true,
              cell: (category) => (
                <Button
                  size="sm"
                  aria-label={`Renombrar ${category.name}`}
                  disabledReason={refused}
                  onClick={() => setEdited(category)}
                >
                  Renombrar
                </Button>
              ),
            },
          ]}
        />
      )}
      {edited && <CategoryDialog category={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Adds a category, or renames one. */
function CategoryDialog({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const create = useApiMutation(createCategory);
  const rename = useApiMutation(renameCategory);
  const form = useForm(categoryForm, { defaults: { name: category?.name ?? '' } });
  const save = form.submit(async (body) => {
    try {
      const { message } = await (category ? rename.send({ params: { id: category.id }, body }) : create.send({ body }));
      alerts.success(message);
      onClose();
      await invalidateApiQueries(listCategories);
    } catch (error) {
      showFormError(form, error, { title: ({ firstMessage }) => [firstMessage], focus: 'name' });
    }
  });
  return (
    <FormDialog
      title={category ? `Renombrar ${category.name}` : 'Nueva categoría'}
      formRef={form.formRef}
      dirty={form.dirty}
      onSubmit={save}
      pending={create.pending || rename.pending}
      refused={null}
      onClose={onClose}
    >
      <FormSubmitError submitError={form.submitError} />
      <TextField
        form={form}
        name="name"
        label="Nombre"
        hint={category ? 'Los productos que la tienen la conservan.' : undefined}
      />
    </FormDialog>
  );
}
