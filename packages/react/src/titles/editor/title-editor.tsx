import type { ReactNode } from 'react'
import { CaptionsCard } from '../../captions/captions-card.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import { SplitForm } from '../../ui/form/split-form.tsx'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import { fill, type PartProps } from '../../ui/part.ts'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { TitleFileCard } from '../files/title-file-card.tsx'
import { TitlePlayer, TitleStill } from '../files/title-player.tsx'
import { TitleTrailerCard } from '../files/title-trailer-card.tsx'
import { TitleAboutCard } from './title-about-card.tsx'
import { TitleChecklist } from './title-checklist.tsx'
import { TitleClassCard } from './title-class-card.tsx'
import { TitleConflicts } from './title-conflicts.tsx'
import { TitleCoverCard } from './title-cover-card.tsx'
import { useDraftValue, useTitleEditorView } from './title-editor-context.tsx'
import { TitleEditorBar, TitleEditorHeader, TitleEditorSummary } from './title-editor-frame.tsx'
import { TitleEditorRoot, type TitleEditorRootProps } from './title-editor-root.tsx'
import { TitleReleaseCard } from './title-release-card.tsx'
import { TitleFactsCard, TitleOriginCard, TitleStatusCard } from './title-status-card.tsx'

const Delivery = lazyPart(async () => ({
  default: (await import('../files/title-delivery-card.tsx')).TitleDeliveryCard,
}))

/** Only what was published has numbers. */
const Numbers = lazyPart(async () => ({
  default: (await import('../numbers/title-numbers-card.tsx')).TitleNumbersCard,
}))

export type TitleEditorPlace =
  | 'header'
  | 'aside'
  | 'file'
  | 'about'
  | 'class'
  | 'cover'
  | 'release'
  | 'trailer'
  | 'captions'
  | 'delivery'
  | 'numbers'
  | 'foot'

export interface TitleEditorProps
  extends Omit<TitleEditorRootProps, 'children'>,
    Pick<PartProps<TitleEditorPlace>, 'slots' | 'classNames'> {
  /** In place of the title's name; `null` where the host has its own heading. The form keeps its name. */
  heading?: string | null | undefined
}

/** The editor of one content title: every field, its file, trailer and cover, its state, saving and publishing. */
export function TitleEditor({ heading, slots, classNames, ...root }: TitleEditorProps) {
  return (
    <TitleEditorRoot {...root}>
      <Parts {...{ heading, slots, classNames }} />
    </TitleEditorRoot>
  )
}

type PartsProps = Pick<TitleEditorProps, 'heading' | 'slots' | 'classNames'>

function Parts({ heading, slots, classNames }: PartsProps) {
  const { title } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const place = (name: TitleEditorPlace, ours: ReactNode) => {
    const content = fill(slots?.[name], ours)
    return classNames?.[name] ? <div className={classNames[name]}>{content}</div> : content
  }
  return (
    <>
      {place('header', <TitleEditorHeader heading={heading} />)}
      <SplitForm
        asideLabel={text('ui.editor.aside')}
        asideFirst={title !== undefined}
        aside={place('aside', <TitleEditorAside />)}
      >
        <TitleEditorSummary />
        <TitleConflicts />
        {place('file', <TitleFileCard />)}
        {place('about', <TitleAboutCard />)}
        {place('class', <TitleClassCard />)}
        {place('cover', <TitleCoverCard />)}
        {place('release', <TitleReleaseCard />)}
        {place('trailer', <TitleTrailerCard />)}
        {place('captions', <TitleCaptionsCard />)}
        {place('delivery', <TitleDeliveryCard />)}
        {place('numbers', <TitleNumbersCard />)}
        {place('foot', <TitleEditorBar />)}
      </SplitForm>
    </>
  )
}

/** The caption tracks of the title; nothing while it is new. */
export function TitleCaptionsCard() {
  const { title } = useTitleEditorView()
  if (title === undefined) return null
  return (
    <CaptionsCard
      titleTag={title.tag}
      length={title.durationSecond}
      spoken={title.classLanguageCode}
      player={onVideo => <TitlePlayer title={title} onVideo={onVideo} />}
    />
  )
}

/** Where the title is delivered to, once it was published. */
export function TitleDeliveryCard() {
  const { title } = useTitleEditorView()
  if (!title?.publishedDate) return null
  return (
    <LazyBoundary fallback={null}>
      <Delivery title={title} />
    </LazyBoundary>
  )
}

/** How often the title is played, once it was published. */
export function TitleNumbersCard() {
  const { title } = useTitleEditorView()
  if (!title?.publishedDate) return null
  return (
    <LazyBoundary fallback={<Skeleton height={220} />}>
      <Numbers title={title} />
    </LazyBoundary>
  )
}

/** The title's video behind the cover of the draft, or where it will be. */
export function TitlePreview() {
  const { title } = useTitleEditorView()
  const { baseUrl } = useKinora()
  const cover = useDraftValue('imageLink')
  return title === undefined ? (
    <TitleStill poster={cover && baseUrl + cover} />
  ) : (
    <TitlePlayer title={title} cover={cover} />
  )
}

/** What stands beside the form: the preview, where the title stands, what publishing needs, what the server knows of it. */
export function TitleEditorAside() {
  return (
    <>
      <TitlePreview />
      <TitleStatusCard />
      <TitleChecklist />
      <TitleFactsCard />
      <TitleOriginCard />
    </>
  )
}
