/**
 * Refusals (05.8), in one place: how an answer says that it is none. For runs whose answers come without a judge or a
 * flag of their own. Patterns meet text in normal form (lower case, straight quotes, single spaces).
 */
import { normalise } from '../../domain/text';

const SOURCE =
  '(?:documents?|passages?|context|texts?|sources?|excerpts?|materials?|search results|knowledge base|(?:provided|given|available|retrieved) information)';

/** What may stand before a refusal without changing it. */
const PREAMBLE = new RegExp(
  `^(?:(?:i'm sorry|i am sorry|sorry|unfortunately|i apologi[sz]e|based on|according to|from|given|answer|leider|es tut mir leid|désolé|lo siento|mi dispiace|desculpe|к сожалению)\\b(?: (?:the )?(?:provided |given |retrieved )?${SOURCE})?[,.:;]? ?(?:but )?)+`,
  'u',
);

/** At the start of an answer. */
const OPENINGS: readonly RegExp[] = [
  /^i (?:really )?(?:do not|don't|cannot|can not|can't|could not|couldn't|did not|didn't|am unable to|am not able to|was unable to|was not able to) (?:know|answer|find|determine|tell|say|see|have|confirm|locate|identify)\b/,
  /^(?:i am|i'm) not (?:sure|certain|able)\b/,
  /^(?:it is |it's )?(?:not possible|impossible) to (?:answer|determine|tell|say|know)\b/,
  /^(?:this|that|it|the (?:question|answer))?(?: is| cannot| can't| can not)?(?: be)? ?(?:unanswerable|not answerable|cannot be (?:answered|determined)|not be (?:answered|determined))\b/,
  /^(?:there is|there's|there are) (?:no|not enough|insufficient|not any) (?:\w+ )?(?:information|answer|mention|evidence|data|details?)\b/,
  /^(?:no|insufficient|not enough) (?:relevant |such |sufficient )?(?:answer|information|evidence|data)\b/,
  /^not (?:mentioned|stated|specified|provided|given|available|found|known|enough information|in the)\b/,
  /^(?:ich )?(?:weiß|weiss|kann) (?:es |das |ich )*nicht\b|^(?:das|dies|es) (?:weiß ich|steht|geht|ist|wird) .*nicht\b|^keine (?:angaben?|antwort|information)|^nicht (?:bekannt|angegeben|beantwortbar)/u,
  /^je ne (?:sais|peux|trouve|dispose)|^je n'ai pas|^aucune (?:information|réponse)|^(?:les|le) (?:documents?|textes?|passages?) ne /u,
  /^no (?:lo )?(?:sé|puedo|tengo|encuentro|se (?:sabe|menciona|especifica|indica)|hay (?:información|respuesta|datos))|^los documentos no /u,
  /^non (?:lo )?(?:so\b|posso|ho\b|trovo|è (?:menzionato|specificato|noto)|ci sono)|^i documenti non |^nessuna (?:informazione|risposta)/u,
  /^não (?:sei|posso|tenho|encontr|há|é mencionad|consta)|^os documentos não |^nenhuma (?:informação|resposta)/u,
  /^(?:ik )?weet (?:ik )?(?:het )?niet|^(?:ik |dat )?kan (?:ik )?(?:dat |dit )?niet |^geen (?:antwoord|informatie)/u,
  /^nie (?:wiem|mogę|mam|znam|znalaz|podano|ma informacji)|^brak (?:odpowiedzi|informacji|danych)/u,
  /^(?:я )?не (?:знаю|могу|нашел|нашёл|указано|упоминается)|^нет (?:ответа|информации|данных)|^в документах (?:нет|не )/u,
  /^bilmiyorum|^(?:cevap|bilgi) (?:yok|bulunamadı)|^belirtilmemiş/u,
  /^لا (?:أعرف|اعرف|أعلم|اعلم|يمكنني|توجد|يوجد)/u,
  /^(?:मुझे )?(?:नहीं पता|पता नहीं|जानकारी नहीं)/u,
];

/** Anywhere in the first sentence: the documents are said to lack it. */
const STATEMENTS: readonly RegExp[] = [
  new RegExp(
    `\\b${SOURCE}(?: above| provided| given)? (?:do not|does not|don't|doesn't|did not) (?:contain|mention|state|say|provide|specify|include|give|answer|have|indicate|tell)\\b`,
  ),
  new RegExp(
    `\\b(?:is|are|was|were)(?: not|n't) (?:explicitly |directly )?(?:mentioned|stated|specified|provided|given|available|contained|included|found|in) ?(?:in|by|anywhere|within)?(?: the| these| those| any)?(?: provided| given| retrieved)? ${SOURCE}\\b`,
  ),
  /\b(?:cannot|can't|can not|could not) be (?:determined|answered)\b/,
  /不知道|无法(?:回答|确定|得知)|無法(?:回答|確定|得知)|不清楚|(?:没有|沒有)(?:相关|相關)?(?:信息|資訊|资料|答案|提到|提及)|未(?:提及|提到|说明|說明)/u,
  /(?:分|わ)かりません|答えられません|回答できません|(?:記載|情報|答え|回答)(?:が|は)(?:ありません|ない|見つかりません)/u,
  /모르겠|알 수 없|답할 수 없|정보가 없|언급되지 않|나와 있지 않/u,
];

/** The whole answer. */
const WHOLE = new Set([
  'unanswerable',
  'unknown',
  'none',
  'n/a',
  'na',
  'null',
  'not applicable',
  'no answer',
  'noanswer',
  'not sure',
  'no idea',
  'cannot say',
  "can't say",
  'unbekannt',
  'inconnu',
  'desconocido',
  'sconosciuto',
  'desconhecido',
  'onbekend',
  'nieznane',
  'неизвестно',
  '不明',
  '不明です',
  '未知',
]);

/** Citations and brackets say where something stands, not whether it is an answer. */
const CITATION = /\s*(?:\[[^\]]*\]|\((?:source|doc|document|passage|see)[^)]*\)|【[^】]*】)/gu;

/** A letter, a digit or a symbol: less says nothing at all. */
const SOMETHING = /[\p{L}\p{N}\p{S}]/u;

/** True when a text says that there is no answer, in one of the languages above, or says nothing at all. */
export const isRefusal = (text: string): boolean => {
  const whole = normalise(text);
  if (!SOMETHING.test(whole)) return true;
  const said = whole.replace(CITATION, '');
  const bare = said.replace(/^[\s"'*_]+|[\s"'*_.!?。]+$/gu, '');
  if (WHOLE.has(bare)) return true;
  const stripped = bare.replace(PREAMBLE, '');
  if (WHOLE.has(stripped)) return true;
  const sentence = stripped.split(/(?<=[.!?])\s|(?<=[。！？])/u)[0] ?? '';
  return (
    OPENINGS.some((pattern) => pattern.test(sentence)) || STATEMENTS.some((pattern) => pattern.test(sentence))
  );
};
