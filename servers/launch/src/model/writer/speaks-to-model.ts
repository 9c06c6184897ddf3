/**
 * Text that speaks to a language model instead of a reader. It is a second line of defence: the first one is that
 * sentences of a model may only use the words of their claims.
 */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:instructions?|prompts?|rules?|guidelines?|above|previous|prior)\b/iu,
  /\b(?:system|developer|hidden|initial)\s+(?:prompt|message|instructions?)\b/iu,
  /\b(?:you are|act as|pretend to be|as) (?:now )?(?:an? |the )?(?:ai|assistant|language model|llm|chatbot|gpt)\b/iu,
  /\b(?:ai|llm|language) (?:assistants?|agents?|models?|writers?)\b.{0,40}\b(?:must|should|shall|please|note|attention)\b/iu,
  /\b(?:attention|note|message|instructions?) (?:to|for) (?:the |all |any )?(?:ai|llm|language model|assistant|agent)s?\b/iu,
  /<\|[a-z_]{2,30}\|>|\[\/?INST\]|<<\/?SYS>>/iu,
  /(?:^|\n)\s*(?:system|assistant|developer|human)\s*:/iu,
  /\b(?:api[ _-]?key|secret|token|password|credential)s?\b.{0,40}\b(?:reveal|print|include|leak|send|output|show|tell)\b/iu,
  /\b(?:reveal|print|include|leak|send|output|show|tell)\b.{0,40}\b(?:api[ _-]?key|secret|password|credential|system prompt)s?\b/iu,
  // A sentence that asks somebody to say something is addressed to a writer.
  /^\W*(?:please\s+|always\s+|now\s+)?(?:say|tell|write|mention|state|claim|repeat|print|answer|respond|reply|praise|advertise|announce|pretend|decode)\b/iu,
  /\bjailbreak|\bdo anything now\b/iu,
  /[A-Za-z0-9+/]{60,}={0,2}/u,
];

/** Whether a text tries to speak to a model. Texts are bounded before they come here. */
export const speaksToModel = (text: string): boolean => patterns.some((pattern) => pattern.test(text));
