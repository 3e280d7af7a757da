import { Role, tenants } from '@kinora/core'
import { Building2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { useActingTenant, useUser } from '../kernel/provider.tsx'
import { TenantField } from '../kernel/tenant-field.tsx'
import type { DirtyListener } from '../kernel/use-draft.ts'
import { useRead } from '../kernel/use-read.ts'
import { type BackPlace, useOwnPage } from '../tenants/tenant-tabs.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { TermsForMany } from './terms-for-many.tsx'
import { type Previewed, TermsPreview } from './terms-preview.tsx'
import { TermsUpload } from './terms-upload.tsx'
import { TermsVersions } from './terms-versions.tsx'
import { useTermsTexts } from './texts.ts'

export interface SiteTermsProps {
  /** The tenant whose terms these are; unless given, the one acted for. */
  tenantId?: string | undefined
  /** C-88: from a tenant's own tabs another tenant can't be chosen. */
  locked?: boolean
  /** Staff chose another tenant. */
  onTenantChange?: (tenantId: string) => void
  onDirtyChange?: DirtyListener
  /** The tabs of the section, under the title. */
  tabs?: ReactNode
  /** From a tenant's own tabs: the way back to all of them. */
  back?: BackPlace | undefined
}

/** TERMS-01 to TERMS-07, NAV-07, NAV-08: uploads new versions of a tenant's terms, and shows those that there are. */
export function SiteTerms(props: SiteTermsProps) {
  const { tenantId, locked = false, onTenantChange, onDirtyChange, tabs, back } = props
  const { text } = useTermsTexts()
  const { role } = useUser()
  const acting = useActingTenant()?.tenantId
  const [picked, setPicked] = useState<string>()
  const isStaff = role !== Role.Tenant
  const shown = isStaff ? (tenantId ?? picked ?? acting) : acting
  const choose = (next: string) => {
    setPicked(next)
    onTenantChange?.(next)
  }
  const own = useOwnPage(text('ui.page.siteTerms'), { tenantId: shown, back })
  return (
    <div className="kn-form kn-terms">
      <PageHeader {...own} text={text('ui.terms.text')} tabs={tabs} />
      {isStaff ? (
        <TenantField
          label={text('field.tenant')}
          value={shown}
          // C-88: shown, but another can't be chosen.
          disabled={locked}
          onChange={choose}
          className="kn-terms-tenant"
        />
      ) : null}
      {shown === undefined ? (
        <>
          <EmptyState
            icon={<Building2 size={20} aria-hidden="true" />}
            title={text('ui.terms.chooseTitle')}
          />
          {isStaff ? <TermsForMany /> : null}
        </>
      ) : (
        <OfTenant key={shown} tenantId={shown} mayUpload={isStaff} onDirtyChange={onDirtyChange} />
      )}
    </div>
  )
}

interface OfTenantProps {
  tenantId: string
  mayUpload: boolean
  onDirtyChange: DirtyListener | undefined
}

function OfTenant({ tenantId, mayUpload, onDirtyChange }: OfTenantProps) {
  const { text } = useTermsTexts()
  const config = useRead(tenants.config, { tenantId })
  const [previewed, setPreviewed] = useState<Previewed>()
  const [open, setOpen] = useState(false)
  const preview = (next: Previewed) => {
    setPreviewed(next)
    setOpen(true)
  }
  if (config.isError && config.data === undefined)
    return <LoadFailed error={config.error} onRetry={() => void config.refetch()} />
  const [found] = config.data?.data ?? []
  if (found === undefined) return <Skeleton height={160} />
  const { languageCodes } = found.tenant
  return (
    <>
      {mayUpload ? (
        <TermsUpload
          tenantId={tenantId}
          languageCodes={languageCodes}
          onDirtyChange={onDirtyChange}
          onPreview={preview}
        />
      ) : (
        <p className="kn-field-help">{text('ui.terms.readOnly')}</p>
      )}
      <TermsVersions tenantId={tenantId} onPreview={preview} />
      {previewed === undefined ? null : (
        <TermsPreview open={open} previewed={previewed} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
