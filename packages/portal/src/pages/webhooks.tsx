import { WebhookForm, WebhookList } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { webhookHref } from '../router/row-hrefs.ts'
import { useFormPage } from '../shell/form-page.tsx'
import { useRouterLocation } from '../shell/location.ts'

/** † HOOK-02, decision 0163 */
export function WebhooksPage() {
  return <WebhookList location={useRouterLocation()} rowHref={webhookHref} />
}

/** † HOOK-02 to HOOK-04 */
export function WebhookPage({ params: { webhookId = '' } }: PageProps) {
  const { form, dialog } = useFormPage('/webhooks', webhookHref)
  return (
    <>
      <WebhookForm key={webhookId} id={webhookId} {...form} />
      {dialog}
    </>
  )
}
