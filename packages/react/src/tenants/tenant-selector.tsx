import { tenants } from '@kinora/core'
import { useRead } from '../kernel/use-read.ts'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { useTenantTexts } from './texts.ts'

export interface TenantSelectorProps {
  /** The screen that is to open. */
  tab: 'general' | 'web' | 'app'
  onChoose: (tenantId: string) => void
}

/** Stands where a page of one tenant is opened without saying which (NAV-10 to NAV-12). */
export function TenantSelector({ tab, onChoose }: TenantSelectorProps) {
  const { text } = useTenantTexts()
  const list = useRead(tenants.list, {})
  return (
    <div className="kn-form">
      <PageHeader title={text(`ui.tenants.tab.${tab}`)} />
      <Card>
        <Field label={text('ui.tenant.choose')}>
          <Combobox
            value={null}
            onChange={onChoose}
            loading={list.isPending}
            options={(list.data?.data ?? []).map(({ tenantId, name }) => ({
              value: tenantId,
              label: name,
              help: tenantId,
            }))}
            placeholder={text('ui.tenant.choose')}
            searchLabel={text('ui.tenant.search')}
            emptyText={text('ui.noMatch')}
          />
        </Field>
      </Card>
    </div>
  )
}
