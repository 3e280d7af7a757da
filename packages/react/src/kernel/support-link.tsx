import { session, toSupportHref } from '@kinora/core'
import { LifeBuoy } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { useTexts } from './message.ts'
import { useActingTenant, useKinora, useUser } from './provider.tsx'
import { useRead } from './use-read.ts'

/** C-148: where a support ticket about this page is submitted; undefined where the platform doesn't say. */
export function useSupportHref(): {
  href: string | undefined
  target: '_self' | '_blank'
  isPending: boolean
} {
  const { text } = useTexts()
  const { productName } = useKinora()
  const { email, tenants } = useUser()
  const acting = useActingTenant()
  const { data, isPending } = useRead(session.manifest, {})
  if (data?.supportUrl === undefined) return { href: undefined, target: '_blank', isPending }
  const tenant = acting ?? tenants[0]
  // The rest of an address may hold what somebody searched for.
  const page = `${window.location.origin}${window.location.pathname}`
  const href = toSupportHref(data.supportUrl, text('ui.support.subject', { product: productName }), [
    { name: 'account', label: text('ui.support.account'), value: email },
    ...(tenant === undefined
      ? []
      : [
          {
            name: 'tenant' as const,
            label: text('field.tenant'),
            value: `${tenant.name} (${tenant.tenantId})`,
          },
        ]),
    { name: 'page', label: text('ui.support.page'), value: page },
  ])
  // A mail leaves no empty tab behind.
  return { href, target: href.startsWith('mailto:') ? '_self' : '_blank', isPending }
}

/** C-148: leads to a support ticket with account, tenant and page filled in; nothing where the platform has no place for it. */
export function SupportLink() {
  const { text } = useTexts()
  const { href, target } = useSupportHref()
  if (href === undefined) return null
  return (
    <ButtonLink href={href} target={target} rel="noreferrer" icon={<LifeBuoy size={16} aria-hidden="true" />}>
      {text('ui.support.submit')}
    </ButtonLink>
  )
}
