import { type Kinora, KinoraRoot, type RootProps, TitleEditor } from '@kinora/react'
import '@kinora/react/styles.css'

export interface TitleEditorExampleProps {
  kinora: Kinora
  /** Left out, the editor makes a new title. */
  tag?: string
  root?: RootProps
}

/** The whole editor of a title in your page. */
export default function TitleEditorExample({ kinora, tag, root }: TitleEditorExampleProps) {
  return (
    <KinoraRoot kinora={kinora} {...root}>
      <TitleEditor
        tag={tag}
        listHref="/titles"
        fields={{ alternateLink: 'hidden', channelId: 'readOnly' }}
        defaults={{ classLanguageCode: 'en-US' }}
        slots={{ trailer: null }}
      />
    </KinoraRoot>
  )
}
