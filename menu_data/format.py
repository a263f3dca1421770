"""Menu format 1: how a restaurant writes its menu as JSON, as pydantic models.

Shape, bounds and defaults only; what one part says about another is `references`' matter, and
`build` makes the `Menu` of it. A `Document` dumps to one canonical spelling: defaults left out,
amounts with the currency's decimals. The currency comes in as validation context.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    model_serializer,
    model_validator,
)

from menu_data.faults import problem, unknown
from menu_data.menu import Fulfilment
from menu_data.texts import (
    AllergenKey,
    AllergenValue,
    Amount,
    Currency,
    Days,
    Description,
    Diet,
    Id,
    Language,
    Name,
    Percent,
    Surcharge,
    Time,
    Word,
    Zone,
)
from menu_data.told import told

FILE_BYTES = 1_000_000  # a menu of 2,000 dishes in two languages is about 900 kB
DEPTH = 12  # the format itself nests 7 deep
_FEW, _SOME, _MANY = 20, 200, 5000


def _list(longest: int, shortest: int = 0) -> Any:
    """A bounded list of the file, a tuple here. Any: pydantic's field info is typed so."""
    return Field(strict=False, min_length=shortest, max_length=longest)


class Part(BaseModel):
    """An object of the file. Unknown keys are refused; values are not coerced."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @model_validator(mode="before")
    @classmethod
    def _keys(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        for key in data:
            if key not in cls.model_fields:
                raise problem(unknown("key", key, list(cls.model_fields)))
        for key, field in cls.model_fields.items():
            if field.is_required() and key not in data:
                raise problem(told("missing", allowed=field.description), key=key)
        return data


class SpanPart(Part):
    days: Days = Field(description=told("allowed.days"))
    open: Time = Field(description=told("allowed.open"))
    close: Time = Field(description=told("allowed.close"))


Hours = Annotated[tuple[SpanPart, ...], _list(50, 1)] | None
Allergens = dict[AllergenKey, AllergenValue]
Aliases = Annotated[tuple[Word, ...], _list(100)]
ID_HINT = told("allowed.id")
NAME_HINT = told("allowed.name")
PRICE_HINT = told("allowed.price_or_market")


class FeePart(Part):
    id: Id = Field(description=ID_HINT)
    name: Name = Field(description=NAME_HINT)
    percent: Percent | None = None
    amount: Amount | None = None
    per: Literal["bill", "guest"] = "bill"

    @model_validator(mode="after")
    def _one_kind(self) -> FeePart:
        if (self.percent is None) == (self.amount is None):
            raise problem(told("one_of_percent"))
        if self.percent is not None and self.per == "guest":
            raise problem(told("percent_per_guest"))
        return self


class TaxPart(Part):
    name: Name = Field(description=NAME_HINT)
    percent: Percent = Field(description=told("allowed.percent"))
    included: bool = False


class LimitsPart(Part):
    line_quantity: int = Field(default=50, ge=1, le=10_000)
    modifier_quantity: int = Field(default=10, ge=1, le=100)
    tab_quantity: int = Field(default=100, ge=1, le=100_000)
    tab_amount: Amount | None = None
    note_length: int = Field(default=200, ge=0, le=1000)
    tip_percent: int = Field(default=50, ge=0, le=100)


class RestaurantPart(Part):
    name: Name = Field(description=NAME_HINT)
    currency: Currency = Field(description=told("allowed.currency"))
    languages: Annotated[tuple[Language, ...], _list(_FEW, 1)] | None = None
    time_zone: Zone = "UTC"
    hours: Hours = None
    fees: Annotated[tuple[FeePart, ...], _list(_FEW)] = ()
    tax: TaxPart | None = None
    address: Description | None = None
    phone: Word | None = None
    tax_id: Word | None = None
    kitchen_language: Language | None = None
    cash_rounding: Surcharge | None = None
    fulfilment: Annotated[tuple[Fulfilment, ...], _list(2, 1)] = ("dine_in",)
    party_limit: int | None = Field(default=None, ge=1, le=10_000)
    limits: LimitsPart = LimitsPart()


class CategoryPart(Part):
    id: Id = Field(description=ID_HINT)
    name: Name = Field(description=NAME_HINT)
    hours: Hours = None


class ModifierPart(Part):
    id: Id = Field(description=ID_HINT)
    name: Name = Field(description=NAME_HINT)
    aliases: Aliases = ()
    price: Surcharge | None = None
    extra_price: Amount | None = None
    allergens: Allergens = {}


class GroupPart(Part):
    id: Id = Field(description=ID_HINT)
    name: Name = Field(description=NAME_HINT)
    min: int = Field(default=0, ge=0, le=1000)
    max: int | None = Field(default=None, ge=1, le=1000)
    default: Id | None = None
    amounts: bool = False
    removable: bool = False
    modifiers: Annotated[tuple[ModifierPart, ...], _list(_SOME, 1)] = Field(
        description=told("allowed.modifiers")
    )


class GroupUse(Part):
    """A dish's use of a group: its id alone, or with a default of its own (null: no default)."""

    group: Id = Field(description=told("allowed.group"))
    default: Id | None = None

    @model_validator(mode="before")
    @classmethod
    def _id_alone(cls, data: object) -> object:
        return {"group": data} if isinstance(data, str) else data

    @model_serializer(mode="wrap")
    def _shortest(self, _handler: SerializerFunctionWrapHandler) -> str | dict[str, str | None]:
        if self.overrides:
            return {"group": self.group, "default": self.default}
        return self.group

    @property
    def overrides(self) -> bool:
        return "default" in self.model_fields_set


# The schema that a file is written by: an id alone is a use of a group too.
Use = Annotated[
    GroupUse,
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {
                        "group": {"type": "string"},
                        "default": {"type": ["string", "null"]},
                    },
                    "required": ["group"],
                    "additionalProperties": False,
                },
            ]
        }
    ),
]


class ItemPart(Part):
    id: Id = Field(description=ID_HINT)
    name: Name = Field(description=NAME_HINT)
    aliases: Aliases = ()
    category: Id = Field(description=told("allowed.category"))
    description: Description = ""
    price: Amount | None = Field(description=PRICE_HINT)
    unit: Description = ""
    modifier_groups: Annotated[tuple[Use, ...], _list(50)] = ()
    diet: Annotated[tuple[Diet, ...], _list(_FEW)] = ()
    allergens: Allergens = {}
    ingredients: Annotated[tuple[Name, ...], _list(100)] = ()
    tags: Annotated[tuple[Name, ...], _list(50)] = ()
    spice: int | None = Field(default=None, ge=0, le=3)
    available: bool = True
    stock: int | None = Field(default=None, ge=0, le=1_000_000)
    image: Word | None = None
    hours: Hours = None


class SlotPart(Part):
    id: Id = Field(description=ID_HINT)
    name: Name = Field(description=NAME_HINT)
    choose: Annotated[tuple[Id, ...], _list(_SOME, 1)] = Field(description=told("allowed.choose"))


class ComboPart(Part):
    id: Id = Field(description=ID_HINT)
    name: Name = Field(description=NAME_HINT)
    aliases: Aliases = ()
    price: Amount | None = Field(description=PRICE_HINT)
    slots: Annotated[tuple[SlotPart, ...], _list(_FEW, 1)] = Field(
        description=told("allowed.slots")
    )


class Document(Part):
    """A menu file in format 1."""

    format: Literal[1] = Field(description=told("allowed.format"))
    restaurant: RestaurantPart = Field(description=told("allowed.restaurant"))
    categories: Annotated[tuple[CategoryPart, ...], _list(_SOME)] = ()
    modifier_groups: Annotated[tuple[GroupPart, ...], _list(1000)] = ()
    items: Annotated[tuple[ItemPart, ...], _list(_MANY, 1)] = Field(
        description=told("allowed.dishes")
    )
    combos: Annotated[tuple[ComboPart, ...], _list(_SOME)] = ()
