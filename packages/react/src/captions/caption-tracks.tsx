import { captions } from '@kinora/core'
import { useKinora } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'

/** The caption tracks of a title, as children of its `video`: the browser's own menu offers them by name. */
export function CaptionTracks({ titleTag }: { titleTag: string }) {
  const { baseUrl } = useKinora()
  const { data } = useRead(captions.list, { titleTag })
  return data?.data.map(({ trackId, version, language, title, url }) => (
    <track
      key={`${trackId} ${version}`}
      kind="captions"
      srcLang={language}
      label={title}
      src={baseUrl + url}
    />
  ))
}
