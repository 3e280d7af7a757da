import { appSettings, webSettings } from '@kinora/core'
import { CopyInput } from '../kernel/copy-input.tsx'
import { useKinora } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { Field } from '../ui/form/field.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useTenantTexts } from './texts.ts'

const sources = {
  web: { call: webSettings.webhook, help: 'ui.web.webhookHelp', notReady: 'ui.web.webhookNotReady' },
  app: { call: appSettings.webhook, help: 'ui.app.webhookHelp', notReady: 'ui.app.webhookNotReady' },
} as const

/** C-146: where Stripe (web) or the App Store (app) sends its events, and whether they come. */
export function Webhook({ tenantId, part }: { tenantId: string; part: keyof typeof sources }) {
  const { text, error } = useTenantTexts()
  const { baseUrl } = useKinora()
  const dates = useDates()
  const { call, help, notReady } = sources[part]
  const read = useRead(call, { tenantId })
  if (read.error !== null) return <p role="alert">{error(read.error)}</p>
  if (read.data === undefined) return <Skeleton width="60%" />
  const { address, isReady, lastEventDate, waiting } = read.data
  const base = new URL(`${baseUrl}/`, window.location.href)
  const words = !isReady
    ? text(notReady)
    : lastEventDate === null
      ? text('ui.web.webhookNone')
      : text('ui.web.webhookLast', { moment: dates.moment(lastEventDate) })
  const label = text('ui.web.webhook')
  return (
    <>
      <Field label={label} help={text(help)}>
        <CopyInput value={new URL(address, base).href} copyLabel={text('ui.tenants.copy', { name: label })} />
      </Field>
      <p className="kn-field-help">{words}</p>
      {waiting === 0 ? null : (
        <p className="kn-field-help">{text('ui.web.webhookWaiting', { count: waiting })}</p>
      )}
    </>
  )
}
