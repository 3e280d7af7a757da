import { CategoryForm, type Kinora, KinoraRoot } from '@kinora/react'
import '@kinora/react/styles.css'

/** The form of a noun with the fields that you want; a new category starts promoted, which nobody sees. */
export default function CategoryExample({ kinora, id }: { kinora: Kinora; id?: string }) {
  return (
    <KinoraRoot kinora={kinora}>
      <CategoryForm
        id={id}
        heading="Our category"
        fields={{ bannerImageLink: 'hidden', description: 'readOnly', isPromoted: 'hidden' }}
        defaults={{ isPromoted: true }}
        slots={{ foot: bar => <div className="our-bar">{bar}</div> }}
      />
    </KinoraRoot>
  )
}
