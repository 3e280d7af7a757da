import { accountTexts, Role, tenants } from '@kinora/core'
import { Building2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant, useKinora, useSession } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import type { ActingBannerProps, TenantChooserProps } from './tenant-chooser.tsx'

const atOnce = (act: () => void) => act()

/** The choice itself. */
export function TenantPicker({ change = atOnce }: TenantChooserProps) {
  const state = useSession()
  const tenant = useActingTenant()
  const { session, queries } = useKinora()
  const { text } = useTexts()
  const support = state.kind === 'loggedIn' && state.user.role === Role.Support
  const list = useRead(tenants.list, {}, { enabled: support })
  if (!support) return null
  const choose = (tenantId: string | undefined) => {
    const found = list.data?.data.find(tenant => tenant.tenantId === tenantId)
    change(() => {
      session.chooseTenant(found && { tenantId: found.tenantId, name: found.name })
      void queries.invalidateQueries()
    })
  }
  return (
    <span className="kn-tenant-chooser">
      <Combobox
        aria-label={text('field.tenant')}
        look="quiet"
        value={tenant?.tenantId ?? null}
        chosenLabel={tenant?.name}
        placeholder={text('ui.tenant.choose')}
        searchLabel={text('ui.tenant.search')}
        emptyText={text('ui.noMatch')}
        loading={list.isPending}
        onChange={choose}
        options={(list.data?.data ?? []).map(tenant => ({
          value: tenant.tenantId,
          label: tenant.name,
          help: tenant.tenantId,
        }))}
      />
      {tenant ? (
        <IconButton
          label={text('ui.tenant.clear')}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => choose(undefined)}
        />
      ) : null}
    </span>
  )
}

/** The words and the way out, loaded for customer support alone. */
export function ActingWords({
  name,
  change,
}: Required<Pick<ActingBannerProps, 'change'>> & { name: string }) {
  const { text } = useTexts(accountTexts)
  const { session, queries } = useKinora()
  const words = text('ui.acting.text', { tenant: name })
  // A status is announced when it changes, not when it appears.
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(words), [words])
  const stop = () =>
    change(() => {
      session.chooseTenant(undefined)
      void queries.invalidateQueries()
    })
  return (
    <>
      <Building2 size={14} aria-hidden="true" />
      <p role="status">
        <bdi>{said}</bdi>
      </p>
      <Button size="compact" variant="quiet" onClick={stop}>
        {text('ui.acting.stop')}
      </Button>
    </>
  )
}
