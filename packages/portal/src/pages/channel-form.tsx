import { ChannelForm } from '@kinora/react'
import type { PageProps } from '../router/lazy-page.tsx'
import { useFormPage } from '../shell/form-page.tsx'

const publishHref = (tag: string) => `/channels/publishing?${new URLSearchParams({ channel: tag })}`
const rowHref = (tag: string) => `/channels/${encodeURIComponent(tag)}/edit`

/** NAV-49; a new channel stays open, as publishing it comes next (CHAN-10). */
export function ChannelFormPage({ params: { id } }: PageProps) {
  const { form, dialog } = useFormPage('/channels', rowHref)
  const { onDeleted: _, ...page } = form
  return (
    <>
      <ChannelForm key={id} id={id} {...page} publishHref={publishHref} />
      {dialog}
    </>
  )
}
