import { TenantField } from '../kernel/tenant-field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { useTenantTexts } from './texts.ts'

export interface TenantSelectorProps {
  /** The screen that is to open. */
  tab: 'general' | 'web' | 'app'
  onChoose: (tenantId: string) => void
}

/** Stands where a page of one tenant is opened without saying which (NAV-10 to NAV-12). */
export function TenantSelector({ tab, onChoose }: TenantSelectorProps) {
  const { text } = useTenantTexts()
  return (
    <div className="kn-form">
      <PageHeader title={text(`ui.tenants.tab.${tab}`)} />
      <Card>
        <TenantField label={text('ui.tenant.choose')} value={undefined} onChange={onChoose} />
      </Card>
    </div>
  )
}
