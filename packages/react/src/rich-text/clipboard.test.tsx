import { checkRichText } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { cleanPasted } from './clean-pasted.ts'

/** A list item as Word for desktop copies it. */
const item = (which: 'First' | 'Middle' | 'Last', level: number, sign: string, words: string) => `
<p class=MsoListParagraphCxSp${which} style='margin-left:${level * 0.5}in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>
`

/** What Word for desktop puts on the clipboard, shortened in its styles alone. */
const word = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-size:12.0pt;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=EN-GB link="#0563C1" vlink="#954F72" style='tab-interval:.5in;word-wrap:break-word'>
<!--StartFragment-->
<h1><a name="_Toc1"><span lang=EN-US>Morning flow<o:p></o:p></span></a></h1>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>Bring a <b style='mso-bidi-font-weight:normal'>mat</b> and <i>water</i>, see <a
href="https://studio.example/prepare?a=1&amp;b=2">how to prepare</a> or <a href="#_Toc1">above</a>.<o:p></o:p></p>
${item('First', 1, '·', 'Warm up')}${item('Middle', 2, 'o', 'Neck')}${item('Last', 1, '·', 'Sun salutation')}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>
 <tr style='mso-yfti-irow:0'>
  <td width=200 valign=top><p class=MsoNormal><b>Day<o:p></o:p></b></p></td>
  <td width=200 valign=top><p class=MsoNormal><b>Class<o:p></o:p></b></p></td>
 </tr>
 <tr style='mso-yfti-irow:1'>
  <td width=200 valign=top><p class=MsoNormal>Mon<o:p></o:p></p></td>
  <td width=200 valign=top><p class=MsoNormal>Yoga<o:p></o:p></p></td>
 </tr>
</table>
<!--EndFragment-->
</body></html>`

const span = (words: string, style = 'font-weight:400;font-style:normal;text-decoration:none;') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style}white-space:pre-wrap;">${words}</span>`
const entry = (level: number, words: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;" role="presentation">${span(words)}</p></li>`

/** What Google Docs puts on the clipboard. */
const docs = `<meta charset='utf-8'><html><head></head><body><!--StartFragment--><b style="font-weight:normal;" id="docs-internal-guid-5d1a7b0e-7fff">
<h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-weight:400;font-style:normal;">Evening class</span></h2>
<p dir="ltr" style="line-height:1.38;">${span('For ')}${span('everyone', 'font-weight:700;font-style:normal;text-decoration:none;')}${span(', see ')}<a href="https://www.google.com/url?q=https://studio.example/evening?x%3D1&amp;sa=D&amp;source=editors&amp;ust=1" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;text-decoration:underline;">the plan</span></a>${span('.')}</p>
<br />
<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${entry(1, 'Breathe')}<ul style="margin-top:0;padding-inline-start:48px;">${entry(2, 'In')}${entry(2, 'Out')}</ul>${entry(1, 'Rest')}</ul>
<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr">${span('Tue')}</p></td><td style="border:solid #000 1pt;"><p dir="ltr">${span('Pilates')}</p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline"><!--EndFragment--></body></html>`

const tidy = (html: string): string =>
  cleanPasted(html)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/> (?=<(?:\/?(?:p|ul|ol|li)|br)\b)/g, '>')
    .trim()

describe('28.5 what is pasted reads as it was written', () => {
  test('from Word: heading, link, lists in lists, rows of a table; blank lines and marks of places go', () => {
    const cleaned = tidy(word)
    expect(cleaned).toBe(
      [
        '<p><strong>Morning flow</strong></p>',
        '<p>Bring a <strong>mat</strong> and <em>water</em>, see <a href="https://studio.example/prepare?a=1&amp;b=2">how to prepare</a> or above.</p>',
        '<ul><li><p>Warm up</p><ul><li><p>Neck</p></li></ul></li><li><p>Sun salutation</p></li></ul>',
        '<p>Day, Class</p><p>Mon, Yoga</p>',
      ].join(''),
    )
    expect(checkRichText(cleaned, 'text')).toEqual([])
  })

  test('from Google Docs: heading, link without its detour, list in its item, rows of a table', () => {
    const cleaned = tidy(docs).replace(/<br>/g, '')
    expect(cleaned).toBe(
      [
        '<p><strong>Evening class</strong></p>',
        '<p>For <strong>everyone</strong>, see <a href="https://studio.example/evening?x=1"><u>the plan</u></a>.</p>',
        '<ul><li><p>Breathe</p><ul><li><p>In</p></li><li><p>Out</p></li></ul></li><li><p>Rest</p></li></ul>',
        '<p>Tue, Pilates</p>',
      ].join(''),
    )
    expect(checkRichText(cleaned, 'text')).toEqual([])
  })

  test.each([
    ['a redirect to no address', 'https://www.google.com/url?q=javascript:x', '<p>x</p>'],
    [
      'a redirect without one',
      'https://www.google.com/url?sa=D',
      '<p><a href="https://www.google.com/url?sa=D">x</a></p>',
    ],
    ['a place of the document', '#top', '<p>x</p>'],
  ])('%s', (_, href, cleaned) => {
    expect(tidy(`<p><a href="${href}">x</a></p>`)).toBe(cleaned)
  })
})
