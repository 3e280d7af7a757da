import type { ChannelDraft } from '@kinora/core'
import { useWatch } from 'react-hook-form'
import { DraftImage } from '../kernel/draft-image.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { Card } from '../ui/form/split-form.tsx'
import { useChannelTexts } from './texts.ts'

/** CHAN-08, CHAN-17: both images, each held to its rule, with its preview. */
export function ChannelImages({ draft, disabled }: { draft: Draft<ChannelDraft>; disabled: boolean }) {
  const { text } = useChannelTexts()
  const required = useWatch({ control: draft.form.control, name: 'active' })
  const picture = { draft, disabled, removable: !disabled, required }
  return (
    <Card title={text('ui.channels.images')}>
      <DraftImage
        {...picture}
        name="profileImageUrl"
        label={text('field.profileImageUrl')}
        alt={text('field.profileImageUrl')}
        kind="channelProfile"
        asset="profile"
      />
      <DraftImage
        {...picture}
        name="mediaSpaceImageUrl"
        label={text('field.mediaSpaceImageUrl')}
        alt={text('field.mediaSpaceImageUrl')}
        kind="mediaSpace"
        asset="mediaSpace"
      />
    </Card>
  )
}
