import { type ChannelRecord, channels, Role } from '@kinora/core'
import { Suspense } from 'react'
import { DraftForm } from '../kernel/draft-form.tsx'
import { FormState } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import { useUser } from '../kernel/provider.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { useRead } from '../kernel/use-read.ts'
import { ButtonLink } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ActiveBadge } from '../ui/status/active-badge.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { ChannelImages } from './channel-images.tsx'
import { useChannelTexts } from './texts.ts'
import { useChannelDraft } from './use-channel-draft.ts'

const PublishingReview = lazyPart(async () => ({
  default: (await import('../publishing/index.ts')).PublishingReview,
}))

export interface ChannelFormProps extends Omit<FormPageProps, 'onDeleted'> {
  /** Where a stored channel is published to tenants: the second step (CHAN-10). */
  publishHref?: (tag: string) => string
}

/** Adds or changes a channel (CHAN-01 to CHAN-10, CHAN-17); one that may only be seen shows what it holds. */
export function ChannelForm(props: ChannelFormProps) {
  const { id: tag = '', listHref } = props
  const { text } = useChannelTexts()
  const form = useFormTexts()
  const reading = useRead(channels.view, { tag }, { enabled: tag !== '' })
  const back = { href: listHref, label: text('ui.channels.title') }
  if (tag !== '' && reading.data === undefined)
    return <FormState readings={[reading]} back={back} missing={form.text('ui.form.rowMissing')} />
  const refresh = () => reading.refetch({ throwOnError: true }).then(({ data }) => data)
  return <Open key={tag} {...props} channel={reading.data} refresh={refresh} back={back} />
}

interface OpenProps extends ChannelFormProps {
  channel: ChannelRecord | undefined
  refresh: () => Promise<ChannelRecord | undefined>
  back: { href: string | undefined; label: string }
}

function Open({ channel, refresh, back, publishHref, onAdded, onDirtyChange }: OpenProps) {
  const { text } = useChannelTexts()
  const { role } = useUser()
  const manages = role === Role.Admin || role === Role.Support
  const { draft, asked, answer } = useChannelDraft({ channel, refresh, onAdded, onDirtyChange })
  const name = channel?.displayName ?? ''
  const href = channel && publishHref?.(channel.tag)
  return (
    <>
      <DraftForm
        draft={draft}
        back={back}
        isNew={channel === undefined}
        title={channel ? name : text('ui.channels.new')}
        badge={
          channel && (
            <ActiveBadge
              active={channel.active}
              texts={{ active: text('field.active'), inactive: text('ui.channels.inactive') }}
            />
          )
        }
        text={channel ? undefined : text('ui.channels.publishLater')}
        saveLabel={channel ? undefined : text('ui.channels.create')}
        unusable={manages ? undefined : text('ui.channels.readText')}
        actions={manages && href ? <ButtonLink href={href}>{text('ui.channels.publish')}</ButtonLink> : null}
        conflict={{
          name: text('field.name'),
          providerId: text('field.providerId'),
          displayName: text('field.displayName'),
          description: text('field.description'),
          Availability: text('field.Availability'),
          active: text('field.active'),
          mediaSpaceImageUrl: text('field.mediaSpaceImageUrl'),
          profileImageUrl: text('field.profileImageUrl'),
        }}
      >
        <ChannelFields draft={draft} channel={channel} manages={manages} />
        <ChannelImages draft={draft} disabled={!manages} />
      </DraftForm>
      {asked === undefined ? null : (
        <Suspense>
          <PublishingReview
            changes={asked.changes}
            title={
              asked.kind === 'deactivated'
                ? text('ui.channels.deactivateTitle', { count: 1 })
                : text('ui.channels.clubOnlyTitle', { name })
            }
            text={text(
              asked.kind === 'deactivated' ? 'ui.channels.deactivateText' : 'ui.channels.clubOnlyText',
            )}
            confirmLabel={text('ui.channels.saveAnyway')}
            busy={false}
            onConfirm={() => answer(true)}
            onClose={() => answer(false)}
          />
        </Suspense>
      )}
    </>
  )
}
