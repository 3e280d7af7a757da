import {
  AppSettingsForm,
  TenantForm,
  TenantSelector,
  TenantStart,
  useActingTenant,
  WebSettingsForm,
} from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useNavigation, usePlace } from '../router/navigation.ts'
import { useFormPage } from '../shell/form-page.tsx'
import { tenantsPath as path, tabHrefs, tenantHref } from './tenant-hrefs.ts'

/** NAV-09, NAV-13, NAV-51: a new tenant, then its own page. */
export function TenantPage({ params: { id } }: PageProps) {
  const { form, dialog } = useFormPage(path, tenantHref)
  return (
    <>
      <TenantForm key={id} id={id} {...form} tabHrefs={tabHrefs} />
      {dialog}
    </>
  )
}

/** † 28.3: the guided start of a tenant. */
export function TenantStartPage({ params: { id = '' } }: PageProps) {
  return <TenantStart key={id} tenantId={id} hrefs={tabHrefs} listHref={path} />
}

/** The tenant that the address names, else the one acted for (NAV-10). */
function useNamedTenant(): string | undefined {
  const { search } = usePlace()
  const acting = useActingTenant()?.tenantId
  return new URLSearchParams(search).get('tenant') ?? acting
}

/** The page of the tenant that was chosen, at the field that the address names. */
const ofTenant = (at: string, chosen: string) =>
  `${at}?tenant=${encodeURIComponent(chosen)}${window.location.hash}`

/** NAV-10 */
export function TenantEditPage() {
  const id = useNamedTenant()
  const { replace } = useNavigation()
  if (id === undefined)
    return (
      <TenantSelector
        tab="general"
        onChoose={chosen => replace(ofTenant(`${path}/generalsettings/edit`, chosen))}
      />
    )
  return <TenantPage params={{ id }} />
}

/** NAV-11 */
export const WebSettingsPage = () => <PartPage tab="web" Form={WebSettingsForm} at={`${path}/websettings`} />
/** NAV-12 */
export const AppSettingsPage = () => (
  <PartPage tab="app" Form={AppSettingsForm} at={`${path}/mobilesettings`} />
)

interface PartPageProps {
  tab: 'web' | 'app'
  Form: typeof WebSettingsForm
  at: string
}

function PartPage({ tab, Form, at }: PartPageProps) {
  const tenantId = useNamedTenant()
  const { push, replace } = useNavigation()
  const { form, dialog } = useFormPage(path, tenantHref)
  if (tenantId === undefined)
    return <TenantSelector tab={tab} onChoose={chosen => replace(ofTenant(at, chosen))} />
  return (
    <>
      <Form
        key={tenantId}
        tenantId={tenantId}
        listHref={path}
        tabHrefs={tabHrefs}
        onDirtyChange={form.onDirtyChange}
        onGo={push}
      />
      {dialog}
    </>
  )
}
